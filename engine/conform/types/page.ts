// A page that uses the API of static/logarium.d.ts: it must compile, and what is marked must not.
import type { EventData, FrameAnswer, FrameRequest, Verdict } from "../../../static/logarium";

async function page(): Promise<number> {
  const { version, readOnly } = await logarium.ready;
  console.log(version, logarium.version, readOnly);
  const { exit, out } = await logarium.exec("kafka-topics --list", { merge: true });
  console.log(exit.toFixed(), out.trim());
  const { segments, total } = await logarium.view("segments", { partition: "orders-0", limit: 10 });
  const sizes: number[] = segments.map((s) => s.size);
  const lab = await logarium.view("lab", { digest: true });
  if (lab.break) console.log(lab.break.line, lab.break.event);
  const why: Verdict[] = (await logarium.view("verdicts", { partition: "orders-0" })).verdicts;
  console.log(why.map((v) => v.sentence), window.logarium === logarium);
  const stop: () => void = logarium.on("log", ({ lines }) => lines.forEach((l) => console.log(l.text)));
  stop();
  await logarium.open("shop");
  console.log((await logarium.complete("kafka-")).words.join());
  return total + sizes.length;
}

// @ts-expect-error there is no such view
logarium.view("nothing");
// @ts-expect-error a limit is a number
logarium.view("segments", { limit: "ten" });
// @ts-expect-error there is no such event
logarium.on("nothing", () => {});

function frame(target: Window): void {
  const request: FrameRequest = { logarium: "exec", id: 1, args: ["ls"] };
  target.postMessage(request, "*");
  addEventListener("message", ({ data }: MessageEvent<FrameAnswer>) => console.log(data.error ?? data.value));
  const changed: EventData["changed"] = { changed: ["segments", "lab"] };
  console.log(changed);
}

export { frame, page };

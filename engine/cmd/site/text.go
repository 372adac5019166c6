package main

// startWords are the words of the start page that stand in its frame.
type startWords struct {
	Title, Head, About, Load, Nav, Explore, Lessons, LessonsAbout, Minutes, Docs, Whole, More, Trademark string
}

// textOf is the start page's text in a language.
func textOf(lang string) startPage {
	if lang == "zh" {
		return chinese()
	}
	return english()
}

func english() startPage {
	return startPage{
		W: startWords{
			Title: "Logarium: Kafka's log under glass", Head: "Kafka's log, under glass",
			About: "A machine in a browser tab on which Apache Kafka 4.4's log storage runs, byte for byte. Create topics, write records, let time pass, and watch segments roll, indexes fill, retention delete and recovery repair.",
			Load:  "Loads 2 to 4 MB. Everything runs in this tab; nothing leaves it.",
			Nav:   "Site", Explore: "Explore", Lessons: "Lessons", Minutes: "min", Docs: "Documents", Whole: "In the whole window", More: "More",
			LessonsAbout: "Each has a question before, the commands with what they print, and the bytes that answer it. They read as text; their first link runs them.",
			Trademark:    "Apache Kafka is a trademark of the Apache Software Foundation, which has nothing to do with this project. Apache License 2.0.",
		},
		Doors: []door{
			{Lab: "orders", Panels: "strip,bytes,files", Question: "Where do the bytes live?", Text: []string{
				"A partition is a directory, and its log is a row of files: segments of a fixed size, named by the first offset in them. Records lie in batches, one after another; nothing is ever changed in its place.",
				"Beside each segment two small indexes say where to begin reading for an offset or a time. They are sparse: an entry every 4 KiB. Follow one to its batch, and every byte of the batch to its name."}},
			{Lab: "replay", Panels: "strip,consumers,console", Question: "Why can one read again?", Text: []string{
				"Reading takes nothing away. A group's position is one number, its committed offset, and that number is a record in another topic. Three groups stand at three places of the same log.",
				"Set a group back, and it reads the same bytes once more, as long as they are there. How long that is, comes next."}},
			{Lab: "cleaning", Panels: "strip,why,log", Question: "How is data cleaned?", Text: []string{
				"Deletion takes whole segments from the old end, when all in them is older than the limit or the log is larger than it may be. A file is renamed first, and removed a minute later.",
				"Compaction rewrites segments and keeps the latest record of each key. Offsets stay, so gaps remain. Each segment says why it is still here."}},
		},
		More: []more{
			{"lessons/LANG/L0.html", "Diagnosis", "A disk alarm at night: six causes that look alike, and four questions that tell them apart."},
			{"lessons/LANG/quiz.html", "Quiz", "Predict, run, and see; nothing is scored."},
			{"lessons/LANG/class.html", "For a class", "A plan for 45 minutes, and notes for who speaks."},
			{"explore.html#own", "Own files", "Open the directory of a real broker: each segment says why it is still there. Nothing is uploaded."},
			{"docs/embed.html", "Embed", "A lab inside your own page: one element, 30 kB until it is clicked."},
			{"docs/format/index.html", "File formats", "Every file of a partition, byte by byte."},
			{"docs/conformance.html", "Proven against real Kafka", "What is compared with Kafka 4.4.0, and how."},
			{"docs/", "All documents", ""},
		},
	}
}

func chinese() startPage {
	return startPage{
		W: startWords{
			Title: "Logarium：看得见的 Kafka 日志", Head: "看得见的 Kafka 日志",
			About: "浏览器标签页里有一台机器，运行着 Apache Kafka 4.4 的日志存储，每个字节都与真的 Kafka 相同。你可以创建主题、写入消息、让时间流逝，看日志段滚动、索引增长、旧数据按保留策略删除、崩溃后恢复。",
			Load:  "加载 2 至 4 MB。一切都在本标签页内运行，数据不会离开。",
			Nav:   "站点", Explore: "自由探索", Lessons: "课程", Minutes: "分钟", Docs: "文档", Whole: "在整个窗口中打开", More: "更多",
			LessonsAbout: "每课先提一个问题，再给出命令及其输出，以及给出答案的那些字节。课程可以直接当文章读，页首的链接可以运行它。",
			Trademark:    "Apache Kafka 是 Apache 软件基金会的商标，基金会与本项目无关。Apache License 2.0。",
		},
		Doors: []door{
			{Lab: "orders", Panels: "strip,bytes,files", Question: "数据存在哪里？", Text: []string{
				"一个分区就是一个目录，它的日志是一排文件：大小固定的日志段，以段内第一个偏移量命名。消息按批次依次排列，写下之后不再原地修改。",
				"每个日志段旁有两个小索引，说明查找某个偏移量或时间应从哪里读起。索引是稀疏的：大约每 4 KiB 一个条目。沿着一个条目找到它的批次，再看清批次里每个字节的名字。"}},
			{Lab: "replay", Panels: "strip,consumers,console", Question: "为什么可以重复读取？", Text: []string{
				"读取不会拿走任何东西。消费者组的位置只是一个数字，即已提交的偏移量，而这个数字本身是另一个主题里的一条消息。三个组停在同一份日志的三个位置。",
				"把某个组的位置往回拨，它就会再读一遍同样的字节，前提是数据还在。数据能留多久，下面接着说。"}},
			{Lab: "cleaning", Panels: "strip,why,log", Question: "数据如何清理？", Text: []string{
				"删除是从最旧的一端拿走整个日志段：段内全部数据都超过保留时间，或者日志超过了允许的大小。文件先改名，一分钟后才真正移除。",
				"压实会重写日志段，为每个键保留最新的一条消息。偏移量不变，因此会留下空洞。每个日志段都会说明自己为什么还在。"}},
		},
		More: []more{
			{"lessons/LANG/L0.html", "诊断", "深夜磁盘告警：六种看起来一样的原因，四个问题把它们分开。"},
			{"lessons/LANG/quiz.html", "测验", "先预测，再运行，看结果；不计分。"},
			{"lessons/LANG/class.html", "课堂", "45 分钟的教案，以及给讲者的备注。"},
			{"explore.html?lang=zh#own", "自己的文件", "打开真实 broker 的目录，看每个日志段为什么还在。不会上传任何数据。"},
			{"docs/embed.html", "嵌入", "把实验放进你自己的网页：一个元素，点击之前不到 30 kB。（英文）"},
			{"docs/format/index.html", "文件格式", "分区里的每一种文件，逐字节说明。（英文）"},
			{"docs/conformance.html", "与真实 Kafka 的对照", "哪些行为与 Kafka 4.4.0 比较过，如何比较。（英文）"},
			{"docs/", "全部文档", "（英文）"},
		},
	}
}

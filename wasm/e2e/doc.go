// Package e2e holds the tests of the whole program in a real browser: dist/ is served as a web host would, and a page is
// driven through its controls and the JavaScript API of docs/api.md, as a person or another program would. build.sh builds dist/
// and sees to a browser.
package e2e

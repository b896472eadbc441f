/** The look of the page: light and dark, from 380 px up. */
export const style = `
:root {
  color-scheme: light dark;
  --raised: light-dark(#f5f6f8, #1d2128);
  --line: light-dark(#d8dce3, #343a45);
  --quiet: light-dark(#565f6e, #a3adbb);
  --failed: light-dark(#b3261e, #ff9a92);
  --differs: light-dark(#7a5200, #f0c060);
  --inconclusive: light-dark(#5b3f8c, #c3a8f0);
  --passed: light-dark(#1c6b35, #7fd499);
}
* { box-sizing: border-box }
body { margin: 0 auto; padding: 1rem clamp(1rem, 3vw, 3rem) 4rem; max-width: 80rem; background: light-dark(#ffffff, #14171c); color: light-dark(#1b1f26, #e6e9ee); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
h1 { margin: 0; font-size: 1.6rem }
h2 { margin: 2rem 0 .5rem; font-size: 1.15rem }
a { color: light-dark(#0b5cad, #7db8f5) }
.quiet, dt, figcaption { font-size: .9rem; color: var(--quiet) }
.failed { --own: var(--failed) }
.differs, .known { --own: var(--differs) }
.inconclusive { --own: var(--inconclusive) }
.skipped { --own: var(--quiet) }
.passed { --own: var(--passed) }
h2, summary b, td { color: var(--own) }
table { display: block; overflow-x: auto; border-collapse: collapse }
td, th { padding: .3rem 0 .3rem 1.25rem; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap }
th:first-child { padding-left: 0; text-align: left }
details { border-bottom: 1px solid var(--line); padding: .4rem 0 }
details:target { background: var(--raised) }
details > :not(summary) { margin: .5rem 0 .5rem 1.2rem }
summary { cursor: pointer }
.message { color: var(--failed); white-space: pre-wrap }
dl { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: .3rem 1rem; align-items: baseline }
dd { margin: 0 }
code, pre { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: .85rem }
pre { margin: 0; white-space: pre-wrap }
.curl { user-select: all }
figure { border: 1px solid var(--line); border-radius: .5rem; background: var(--raised) }
figure > * { padding: .4rem .8rem }
figure pre + pre { border-top: 1px solid var(--line) }
`

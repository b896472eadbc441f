/** The look of the page: light and dark, from 380 px up. */
export const style = `
:root {
  color-scheme: light dark;
  --page: light-dark(#ffffff, #14171c);
  --raised: light-dark(#f5f6f8, #1d2128);
  --line: light-dark(#d8dce3, #343a45);
  --text: light-dark(#1b1f26, #e6e9ee);
  --quiet: light-dark(#565f6e, #a3adbb);
  --link: light-dark(#0b5cad, #7db8f5);
  --failed: light-dark(#b3261e, #ff9a92);
  --failed-back: light-dark(#fdecea, #3d1a18);
  --differs: light-dark(#7a5200, #f0c060);
  --differs-back: light-dark(#fff4d9, #372a0c);
  --known: light-dark(#7a4b00, #e6b566);
  --known-back: light-dark(#fbf1e0, #35270f);
  --inconclusive: light-dark(#5b3f8c, #c3a8f0);
  --inconclusive-back: light-dark(#f2edfb, #2b2140);
  --skipped: light-dark(#565f6e, #a3adbb);
  --skipped-back: light-dark(#eef0f3, #262b33);
  --passed: light-dark(#1c6b35, #7fd499);
  --passed-back: light-dark(#e7f5eb, #14301d);
  --mono: ui-monospace, 'SFMono-Regular', Menlo, Consolas, 'DejaVu Sans Mono', monospace;
}
* { box-sizing: border-box }
html { scroll-padding-top: 1rem }
body { margin: 0 auto; padding: 1.5rem clamp(1rem, 3vw, 3rem) 4rem; max-width: 100rem; background: var(--page); color: var(--text); font: 1rem/1.5 system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif }
h1 { margin: 0; font-size: 1.6rem; line-height: 1.25; text-wrap: balance }
h2 { margin: 2rem 0 .75rem; font-size: 1.15rem }
a { color: var(--link); text-underline-offset: .15em }
code, pre, .exchange figcaption, th[scope=row] a { font-family: var(--mono) }
code { font-size: .9em; padding: .05em .3em; border-radius: .25rem; background: var(--raised); overflow-wrap: anywhere }
:focus-visible { outline: .15rem solid var(--link); outline-offset: .15rem; border-radius: .2rem }
[hidden] { display: none !important }
.skip { position: absolute; left: -100vw }
.skip:focus { left: 1rem; top: .5rem; padding: .25rem .75rem; background: var(--page) }
.run { display: flex; flex-wrap: wrap; gap: .1rem 1.25rem; margin: .35rem 0 0; color: var(--quiet); overflow-wrap: anywhere }

.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(7.5rem, 11rem)); gap: .75rem; margin: 0; padding: 0; list-style: none }
.tiles li { padding: .6rem .9rem .7rem; border-radius: .5rem; border: 1px solid currentColor }
.tiles strong { display: block; font-size: 1.9rem; line-height: 1.2; font-variant-numeric: tabular-nums }
.failed { --own: var(--failed); --back: var(--failed-back) }
.differs { --own: var(--differs); --back: var(--differs-back) }
.known { --own: var(--known); --back: var(--known-back) }
.inconclusive { --own: var(--inconclusive); --back: var(--inconclusive-back) }
.skipped { --own: var(--skipped); --back: var(--skipped-back) }
.passed { --own: var(--passed); --back: var(--passed-back) }
.tiles li, .badge { color: var(--own); background: var(--back) }
.tiles li { border-color: color-mix(in srgb, var(--own) 35%, transparent) }
.tiles .zero { color: var(--quiet); background: none; border-color: var(--line) }

table { border-collapse: collapse; width: 100% }
th, td { padding: .55rem .9rem .55rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line) }
thead th { font-size: .85rem; font-weight: 600; color: var(--quiet); white-space: nowrap }
.scroll { margin-top: 1.25rem; overflow-x: auto }
.counts { width: auto; min-width: min(100%, 34rem) }
.counts td, .counts th { padding: .35rem 0 .35rem 1.25rem; text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
.counts th:first-child { padding-left: 0; text-align: left }
.counts th[scope=row] { font-weight: 400 }
.counts .zero { color: var(--quiet) }

form { display: flex; flex-wrap: wrap; align-items: end; gap: .75rem 1rem; margin-bottom: 1rem }
label { display: grid; gap: .2rem; font-size: .85rem; color: var(--quiet) }
label.wide { flex: 1 1 14rem; max-width: 26rem }
select, input { font: inherit; font-size: 1rem; min-height: 2.5rem; padding: .3rem .6rem; color: var(--text); background: var(--page); border: 1px solid light-dark(#868e9c, #6f7887); border-radius: .4rem; width: 100% }
output { min-height: 2.5rem; display: grid; align-items: center; color: var(--quiet); font-variant-numeric: tabular-nums }

#rules th[scope=row] { font-weight: 600; white-space: nowrap }
#rules .statement { width: 100% }
#rules td.interface, #rules td.kind, #rules td.source { color: var(--quiet); white-space: nowrap }
#rules td.source { padding-right: 0 }
#rules tr:target { background: var(--raised); box-shadow: -.6rem 0 var(--raised), .6rem 0 var(--raised) }
#rules tr:target code { background: var(--page) }
.badge { display: inline-block; padding: .05rem .6rem; border-radius: 1rem; font-size: .9rem; font-weight: 600; white-space: nowrap }
summary { cursor: pointer; overflow-wrap: anywhere; max-width: 60rem; margin-left: 1.2em; list-style-position: outside }
summary::marker { color: var(--quiet) }
::placeholder { color: var(--quiet); opacity: 1 }
.alone { margin: 0; padding-left: 1.2em; max-width: 60rem; overflow-wrap: anywhere }
.details { margin: .75rem 0 .5rem; padding-left: 1.2em; display: grid; gap: .75rem; grid-template-columns: minmax(0, 1fr) }
.details p, .details dl, .details pre, .details figure { margin: 0 }
.message { color: var(--failed); overflow-wrap: anywhere; white-space: pre-wrap }
.left { color: var(--quiet) }
dl { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: .3rem 1rem; align-items: baseline }
dt { font-size: .85rem; color: var(--quiet) }
dd { margin: 0; min-width: 0 }
pre { font-size: .85rem; line-height: 1.5; white-space: pre-wrap; overflow-wrap: anywhere }
.exchange { border: 1px solid var(--line); border-radius: .5rem; overflow: hidden; background: var(--raised) }
.exchange figcaption { padding: .35rem .8rem; font-size: .85rem; border-bottom: 1px solid var(--line); color: var(--quiet) }
.exchange .status { font-weight: 600; color: var(--text); margin-right: .5rem }
.exchange pre { padding: .6rem .8rem }
.exchange .answer { border-top: 1px solid var(--line); background: var(--page) }
.exchange button { float: right; margin: .4rem .5rem; padding: .15rem .7rem; font: inherit; font-size: .85rem; color: var(--text); background: var(--page); border: 1px solid light-dark(#868e9c, #6f7887); border-radius: .35rem; cursor: pointer }

@media (max-width: 48rem) {
  .tiles { grid-template-columns: repeat(4, minmax(0, 1fr)); gap: .4rem }
  .tiles li { padding: .4rem .5rem; font-size: .85rem }
  .tiles strong { font-size: 1.4rem }
  form { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: .6rem }
  .counts { width: 100%; min-width: 0; font-size: .85rem }
  .counts thead th { font-size: .75rem }
  .counts td, .counts th { padding-left: .6rem }
  label.wide, output { grid-column: 1 / -1; max-width: none; min-height: 0 }
  #rules, #rules tbody { display: block }
  #rules thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
  #rules tr { display: flex; flex-wrap: wrap; align-items: center; gap: .35rem .75rem; padding: .8rem 0; border-bottom: 1px solid var(--line) }
  #rules td, #rules th { padding: 0; border: 0; min-width: 0 }
  #rules td.source { order: -1; margin-left: auto }
  #rules td.result, #rules th { order: -2 }
  #rules .statement { flex: 1 0 100% }
  #rules .interface, #rules .kind { font-size: .85rem }
  .details, .alone { padding-left: 0 }
  dl { grid-template-columns: minmax(0, 1fr); gap: 0 }
  dd + dt { margin-top: .4rem }
}
@media print { form, .skip, button { display: none } }
`

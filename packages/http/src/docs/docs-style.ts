/** The style sheet of the docs: one column of reading width beside a list that stays in sight, light or dark. */
export const docsStyle = `:root {
  --paper: #fdfcfa; --ink: #23211e; --soft: #6d6760; --line: #e5e0d8; --wash: #f5f2ec; --accent: #8a2f1d;
  --sans: ui-sans-serif, system-ui, -apple-system, "Segoe UI", sans-serif;
  --serif: "Iowan Old Style", "Palatino Linotype", Palatino, Georgia, serif;
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, monospace;
}
@media (prefers-color-scheme: dark) {
  :root { --paper: #191816; --ink: #e9e4dc; --soft: #a39b90; --line: #35322d; --wash: #22201d; --accent: #e79a84; }
}
* { box-sizing: border-box; }
html { scroll-behavior: smooth; scroll-padding-top: 1.5rem; }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.6 var(--sans); }
a { color: var(--accent); text-decoration-thickness: 1px; text-underline-offset: .18em; }
a:focus-visible, pre:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
h1, h2, h3 { font-family: var(--serif); font-weight: 600; line-height: 1.2; text-wrap: balance; }
h1 { font-size: 2.6rem; margin: 0 0 .5rem; }
h2 { font-size: 1.8rem; margin: 0 0 .5rem; }
section h2::first-letter { text-transform: uppercase; }
h3 { font: 600 1.15rem var(--mono); margin: 0 0 .5rem; }
h3 a { color: inherit; text-decoration: none; }
h4 { font-size: .8rem; letter-spacing: .06em; text-transform: uppercase; color: var(--soft); margin: 1.8rem 0 .5rem; }
h4 code { text-transform: none; }
.page { display: grid; grid-template-columns: 17rem minmax(0, 1fr); max-width: 78rem; margin: 0 auto; }
nav { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow: auto; padding: 2.5rem 1.5rem; font-size: .9rem; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav ul ul { margin: .2rem 0 1rem; padding-left: .8rem; border-left: 1px solid var(--line); }
nav a { display: block; padding: .15rem 0; color: var(--soft); text-decoration: none; }
nav a:hover { color: var(--accent); }
nav a.area { color: var(--ink); font-weight: 600; text-transform: capitalize; }
.brand { font: 600 1.3rem var(--serif); margin: 0 0 1.2rem; }
.brand small { font: .8rem var(--sans); color: var(--soft); }
main { padding: 2.5rem 2rem 6rem; border-left: 1px solid var(--line); }
main.single { max-width: 44rem; margin: 0 auto; border: 0; }
section { margin-top: 4rem; }
article { margin-top: 2.5rem; padding-top: 2rem; border-top: 1px solid var(--line); }
.lead { color: var(--soft); font-size: 1.1rem; max-width: 44rem; margin: 0 0 .6rem; }
p, dd { max-width: 44rem; }
.method { color: var(--accent); font-size: .8em; letter-spacing: .05em; }
.note { padding: .6rem 1rem; background: var(--wash); border-left: 3px solid var(--accent); }
/* A shadow at the side where a table goes on; the paper scrolls along and covers it at the end. */
.table { overflow-x: auto; background: linear-gradient(to right, var(--paper) 30%, transparent) left, linear-gradient(to left, var(--paper) 30%, transparent) right, linear-gradient(to right, var(--line), transparent) left, linear-gradient(to left, var(--line), transparent) right; background-size: 3rem 100%, 3rem 100%, 1rem 100%, 1rem 100%; background-repeat: no-repeat; background-attachment: local, local, scroll, scroll; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th { text-align: left; color: var(--soft); font-weight: 500; }
th, td { padding: .45rem 1rem .45rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
td:first-child { white-space: nowrap; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
.type { color: var(--soft); min-width: 8rem; }
.required { color: var(--accent); font-weight: 700; }
code { font: .9em var(--mono); }
pre { margin: 0; padding: 1rem 1.2rem; overflow: auto; background: var(--wash); border: 1px solid var(--line); border-radius: 6px; line-height: 1.5; }
pre.answer { max-height: 24rem; }
.codes { margin-top: 1.5rem; font: .8rem/1.9 var(--mono); max-width: none; }
dt { font-weight: 600; margin-top: 1rem; }
dd { margin: 0; }
@media (max-width: 56rem) {
  .page { display: block; }
  nav { position: static; max-height: none; padding: 1.5rem 1.5rem 0; }
  main { border: 0; padding: 1.5rem 1.5rem 4rem; }
  h1 { font-size: 2rem; }
}
@media print { nav { display: none; } .page { display: block; } }
`

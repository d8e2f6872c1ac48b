/** Look and behaviour of the page: no fonts, pictures or code from elsewhere. */

export const pageStyle = `
:root { color-scheme: light dark;
  --text: light-dark(#1c2025, #d8dce2); --dim: light-dark(#59606b, #a0a7b1); --window: light-dark(#ffffff, #131518); --raised: light-dark(#f5f6f8, #1a1d21); --line: light-dark(#d3d7dd, #30353d);
  --waste: light-dark(#954a00, #e8a15c); --waste-bar: light-dark(#fbdfc2, #4a3420); --earlier: light-dark(#952a79, #d992c4); --earlier-lit: light-dark(#f6e1f0, #402c3b); --later: light-dark(#006b52, #4fc4a1); --later-lit: light-dark(#d3f0e6, #1d3d34); }
body { margin: 0 auto; padding: 1rem 1.5rem 4rem; max-width: 100rem; font: .875rem/1.45 system-ui, sans-serif; color: var(--text); background: var(--window); }
h1 { font-size: 1.3rem; overflow-wrap: anywhere; } h2 { font-size: 1.1rem; margin-top: 2.5rem; border-bottom: 1px solid var(--line); } h3 { font-size: 1rem; }
pre, code, .tree, .place { font-family: ui-monospace, 'DejaVu Sans Mono', monospace; font-size: .78125rem; }
pre { margin: 0; overflow-x: auto; } a { color: inherit; } nav a { margin-right: 1.2rem; } .dim { color: var(--dim); }
.notes li { max-width: 80ch; } .warning { color: var(--waste); margin: .3rem 0; }
input { font: inherit; padding: .25rem .5rem; width: 24rem; max-width: 100%; color: inherit; background: var(--raised); border: 1px solid var(--line); }
.heading, .pair > summary { display: grid; grid-template-columns: 5.5rem 8rem minmax(0, 1fr) minmax(0, 1fr); gap: 1rem; padding: .2rem .4rem; border-bottom: 1px solid var(--line); }
.pair > summary { cursor: pointer; } .heading > .share { color: inherit; }
.pair > summary > *, .tree summary { overflow-wrap: anywhere; } .pair[open] > summary { background: var(--raised); }
.share { text-align: right; color: var(--waste); } .few { opacity: .6; }
.findings { padding-left: 2rem; } .finding > summary { cursor: pointer; padding: .3rem .4rem; } .finding[open] > summary { background: var(--raised); } .finding > :not(summary) { margin: .5rem 1.4rem; max-width: 90ch; }
.finding h3 { margin-bottom: -.3rem; } .cost { color: var(--waste); } .places .earlier { color: var(--earlier); } .places .later { color: var(--later); } .finding pre { padding: .4rem .6rem; background: var(--raised); }
.sides { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 1.5rem; padding: .6rem .4rem 1.4rem; }
.earlier h3 { color: var(--earlier); } .later h3 { color: var(--later); }
.sides ol { margin: .3rem 0 .6rem; padding-left: 1.6rem; } .lit { display: block; } .earlier .lit { background: var(--earlier-lit); } .later .lit { background: var(--later-lit); }
.tree details { margin-left: 1.1rem; } .tree .leaf { margin-left: 2.15rem; } .tree b { display: inline-block; min-width: 4.2rem; margin-right: .8rem; text-align: right; font-weight: normal; color: var(--waste); }
table { border-collapse: collapse; } td, th { padding: .15rem .8rem; text-align: left; border-bottom: 1px solid var(--line); } td.number, th.number { text-align: right; }
.file .number { display: inline-block; width: 3.5rem; margin-right: 1rem; text-align: right; color: var(--dim); user-select: none; } .file :target { background: var(--earlier-lit); }
@media (max-width: 60rem) { .sides, .heading, .pair > summary { grid-template-columns: minmax(0, 1fr); } .share { text-align: left; } }
`

export const pageScript = `
for (const field of document.querySelectorAll('input[data-filters]')) {
  field.addEventListener('input', () => {
    const wanted = field.value.toLowerCase()
    for (const pair of document.getElementById(field.dataset.filters).querySelectorAll('.pair')) {
      pair.hidden = !pair.firstElementChild.textContent.toLowerCase().includes(wanted)
    }
  })
}
`

/** Names that would break lines or control a terminal, and files with equal names. */
import { expect, it } from 'vitest'
import { htmlPage } from '../export/html/page.ts'
import { profileFromStacks } from '../profile/profile_from_stacks.testing.ts'
import { pairsCsv } from './formats/report_csv.ts'
import { REPORT_VIEWS, reportText } from './text/report_text.ts'

const drawn = profileFromStacks(`
  main /src/app/main.c:41 > init /src/app/io/read.c:7   KILLED_BY   main /src/app/main.c:44 > fill /src/lib/io/read.c:9   90
`)
const NAME = 'odd\nname\u001B[2J\u202E'
const odd = {
  ...drawn,
  run: { ...drawn.run, command: [`./${NAME}`, 'a\tb'] },
  functions: drawn.functions.map((row) => (row.name === 'init' ? { ...row, name: NAME } : row)),
  files: drawn.files.map((path) => path.replace('main.c', 'ma\nin.c')),
}

it('keeps each name on its line in every view', () => {
  for (const view of REPORT_VIEWS) {
    const text = reportText(odd, { view, top: 10, width: 300 })
    expect(text.split('\n')[0]).toBe(String.raw`./odd\nname\x1b[2J\u202e a\tb`)
    expect(text).not.toMatch(/[^\P{Cc}\n]|\u202E/u)
    expect(text.split('\n')).toHaveLength(reportText(drawn, { view, top: 10, width: 300 }).split('\n').length)
  }
})

it('keeps each row of CSV on its line, and control characters out of pages', () => {
  const rows = pairsCsv(odd).trimEnd().split('\r\n')
  expect(rows).toHaveLength(2)
  expect(rows[1]).toContain(String.raw`odd\nname\x1b[2J\u202e`)
  const page = [...htmlPage(odd, new Map())].join('')
  expect(page).not.toMatch(/[^\P{Cc}\n\t]/u)
  expect(page).toContain(String.raw`<title>&#39;./odd\nname\x1b[2J\u202e&#39; &#39;a\tb&#39;</title>`)
})

it('distinguishes files with equal names by their directories', () => {
  const pairs = reportText(drawn, { view: 'pairs', top: 10, width: 100 })
  expect(pairs).toContain('init app/io/read.c:7')
  expect(pairs).toContain('fill lib/io/read.c:9')
  expect(pairs).toContain('main main.c:41')
  expect(reportText(drawn, { view: 'tree', top: 10, width: 100 })).toContain(':7 app/io/read.c')
  expect([...htmlPage(drawn, new Map())].join('')).toContain('lib/io/read.c')
})

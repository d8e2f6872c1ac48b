import { expect, test } from 'vitest'
import { profileFromStacks } from '../../profile/profile_from_stacks.testing.ts'
import { htmlPage } from './page.ts'

const profile = profileFromStacks('main solver.c:41 > init solver.c:118   KILLED_BY   main solver.c:44 > fill solver.c:131   90/90')
const solver = Array.from({ length: 140 }, (_, i) => (i === 117 ? '  row[j] = 0.0; // <init>' : i === 130 ? '  row[j] = f(a[j]);' : ''))
const file = profile.files.find((name) => name.endsWith('solver.c'))!

test('a page begins with its findings, the first one open, with their shared source lines', () => {
  const page = [...htmlPage(profile, new Map([[file, solver]]))].join('')
  expect(page.indexOf('id="findings"')).toBeLessThan(page.indexOf('id="dead-stores"'))
  expect(page).toMatch(/<details class="finding" open><summary><strong>[^<]*fill[^<]*<\/strong>/)
  // A sureness beside the cost reads as if the cost were certain.
  expect(page).toMatch(/<span class="cost">[^<]*<\/span> <span class="dim">dead-stores<br>Likely: the cause follows from [^<]*\.<\/span>/)
  expect(page).toContain('<td><code>row[j] = 0.0; // &lt;init&gt;</code></td>')
})

test('omits lines of sources that are not shared, or that changed', () => {
  for (const page of [[...htmlPage(profile, new Map())], [...htmlPage(profile, new Map([[file, solver]]), 10, new Set([file]))]])
    expect(page.join('')).not.toContain('<code>row[j]')
})

test('without waste it says so', () => {
  const unused = profileFromStacks('main a.c:1 > read a.c:6   USED_BY   main a.c:4 > sum b.c:9   36/36')
  expect([...htmlPage(unused, new Map())].join('')).toContain('No findings: no waste was observed.')
})

test('names the tools that have no findings at all', () => {
  const both = profileFromStacks('main a.c:1 > read a.c:6   USED_BY   main a.c:4 > sum b.c:9   36/36')
  both.run = { ...both.run, tools: [...both.run.tools, 'values'] }
  const page = [...htmlPage(both, new Map())].join('')
  expect(page).toContain('<p>No findings: no waste was observed.</p>')
  expect(page).toContain('<p>values: this tool has no findings; see its tables.</p>')
})

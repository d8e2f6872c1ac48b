import { expect, test } from 'vitest'
import type { FindingGroup } from '../../../shared/findings/finding.ts'
import { findingSection } from '../../export/html/finding_list.ts'
import { profileFromStacks } from '../../profile/profile_from_stacks.testing.ts'
import { findingsOf } from '../findings/findings.ts'
import { buildReport } from '../report.ts'
import { findingLines } from './report_findings.ts'

const groups: FindingGroup[] = ['first', 'first', 'traversals', 'uncertain']
const profile = profileFromStacks(
  groups.map((_, i) => `main a.c:1 > f${i} a.c:${10 * i + 1}   KILLED_BY   main a.c:2 > g${i} a.c:${10 * i + 2}   ${50 - i}`).join('\n'),
)
const found = findingsOf(profile)
const all = { ...found, findings: found.findings.map((finding, at) => ({ ...finding, group: groups[at]! })) }
const report = buildReport(profile, { top: 5 })

test('findings in full and by their titles have the headings of their groups', () => {
  const lines = findingLines(all, report, profile.files, { detailed: 3, top: 4, width: 100 })
  expect(lines.filter((line) => /^(#\d|\S.*:$)/.test(line)).map((line) => line.replace(/^(#\d).*/, '$1'))).toEqual([
    'Look at these first:',
    '#1',
    '#2',
    'Repeated passes over data: most programs need them:',
    '#3',
    'Uncertain: these may cost nothing, or the accesses may be needed:',
    '#4',
  ])
})

test('so do those of a page', () => {
  const page = findingSection(all, report, profile.files).text
  expect(page.match(/<h3>(?:Look|Repeated|Uncertain)[^<]*<\/h3>|<summary>/g)?.map((each) => each.slice(4, 8))).toEqual([
    'Look',
    'mary',
    'mary',
    'Repe',
    'mary',
    'Unce',
    'mary',
  ])
})

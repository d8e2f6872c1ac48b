/** Two source files with equal names are distinguished wherever a name is shown. */
import { expect, test } from 'vitest'
import { placeText as advicePlace } from '../../shared/advice/words.ts'
import { longerNames } from '../../shared/names/short_paths.ts'
import { contextOf, leafText } from '../../shared/profile/frames.ts'
import { LINE, LOOP } from '../../shared/profile/tables.ts'
import { ComparedRuns } from '../../shared/compare/compared_runs.ts'
import type { Profile } from '../../shared/profile/profile.ts'
import { checkFindings } from '../check/check_runs.ts'
import { checkText } from '../check/check_text.ts'
import { summarize } from '../cli/summary.ts'
import { profileFromStacks } from '../profile/profile_from_stacks.testing.ts'
import { nodeName } from '../services/query/trees/node_rows.ts'
import { htmlPage } from '../export/html/page.ts'
import { buildComparison } from './comparison/build_comparison.ts'
import { comparisonText } from './comparison/comparison_text.ts'
import { findingsOf } from './findings/findings.ts'
import { buildReport } from './report.ts'

const profile = profileFromStacks(
  'main main.c:1 > fill near/util.c:5 > loop near/util.c:4 > set near/util.c:6   KILLED_BY   main main.c:2 > clear far/util.c:9   90',
)
const [source, target] = [profile.pairs.source[0]!, profile.pairs.target[0]!]

test('in loops, lines, accesses and the summary of a recording', () => {
  expect([leafText(profile, source), leafText(profile, target)]).toEqual(['set near/util.c:6', 'clear far/util.c:9'])
  expect(contextOf(profile, source).frames.map(({ loop }) => loop)).toContain('loop at near/util.c:4')
  const named = (kind: number): string[] =>
    Array.from(profile.nodes.kind.keys())
      .filter((row) => profile.nodes.kind[row] === kind)
      .map((row) => nodeName(profile, row))
  expect(named(LOOP)).toEqual(['loop at near/util.c:4'])
  expect(named(LINE).toSorted()).toEqual(['far/util.c:9', 'near/util.c:6'])
  expect(summarize(buildReport(profile, { top: 1 }), null, 'run.hagstone', profile.files).join('\n')).toContain(
    'set near/util.c:6 KILLED_BY clear far/util.c:9',
  )
})

test('in findings, wherever their places are shown', () => {
  const { findings } = findingsOf(profile)
  const [first] = findings
  expect(`${first!.cause} ${first!.remedy}`).toContain('near/util.c:6')
  expect(summarize(buildReport(profile, { top: 1, findings: {} }), null, 'run.hagstone', profile.files)[0]).toContain('(near/util.c:6)')
  expect(
    checkText([checkFindings({ measure: null, findings: [], leftOut: [] }, { measure: null, findings, leftOut: [] }, 0)], 'bytes', profile.files, 200),
  ).toContain('(near/util.c:6)')
  expect([...htmlPage(profile, new Map())].join('')).toContain('<span class="place">set near/util.c:6</span><span class="place">clear far/util.c:9</span>')
})

test('in the flat rows of a comparison', () => {
  const runs = new ComparedRuns({ old: profile, new: profile })
  const report = buildComparison(
    runs,
    profile as Profile,
    { old: 'old', new: 'new' },
    { tools: ['dead-stores'], normalisation: 'run', by: 'function', direction: 'all', top: 10 },
  )
  const text = comparisonText(report, runs, profile as Profile, { view: 'flat', top: 10, width: 200 })
  expect(text).toContain('near/util.c')
  expect(text).not.toMatch(/ util\.c/)
})

test('in advice and in the data for windows', () => {
  expect(advicePlace({ function: 'set', file: '/src/near/util.c', fileName: 'near/util.c', line: 6 })).toBe('set (near/util.c:6)')
  expect(longerNames(profile.files)).toEqual({ '/src/near/util.c': 'near/util.c', '/src/far/util.c': 'far/util.c' })
})

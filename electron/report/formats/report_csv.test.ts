import { expect, it } from 'vitest'
import { profileFromStacks } from '../../profile/profile_from_stacks.testing.ts'
import { findingsWithPairs } from '../findings/findings.ts'
import { pairsCsv } from './report_csv.ts'

const profile = profileFromStacks(`
  main m.c:1 > init m.c:5     KILLED_BY   main m.c:2 > fill m.c:8      60
  main m.c:3 > append m.c:38  KILLED_BY   main m.c:3 > append m.c:38   30
  main m.c:4 > rest m.c:9     USED_BY     main m.c:4 > rest m.c:9      10
`)
const SOURCE: Record<number, string> = { 5: 'm->a[i] = 0;', 8: 'm->a[i] = x * i;', 38: 'q->next = p;' }
const findings = { lineText: (_: string, line: number) => SOURCE[line] ?? null }

it('gives pairs the advice of their findings', () => {
  const { findings: ranked, ofPair } = findingsWithPairs(profile, findings)
  const [finding] = ranked.findings
  const [, first, left, used] = pairsCsv(profile, { findings }).split('\r\n')
  expect(ofPair(0)).toMatchObject({ kind: 'listed', rank: 1 })
  expect(first).toMatch(/,1$/)
  for (const text of [finding!.title, finding!.sureness, finding!.remedy, finding!.cause, finding!.evidence.join(' ')]) expect(first).toContain(text)
  expect(left).toContain('Not in the findings: ')
  expect(left).toMatch(/,{5}$/)
  expect(used).toMatch(/,{6}$/)
  expect(pairsCsv(profile, { findings, chosen: Int32Array.of(1) }).split('\r\n')[1]).toBe(left)
})

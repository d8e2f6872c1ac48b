import { expect, it } from 'vitest'
import type { LeftOutReason } from '../finding.ts'
import { leftOutAs, noFindingsText } from './no_findings_words.ts'

it.each<[LeftOutReason[], string]>([
  [[], 'No findings: no waste was observed.'],
  [['small'], 'No findings: the waste is too little to list.'],
  [['library', 'loader-and-startup'], 'No findings: the waste is in the code of others.'],
  [['required'], "No findings: the waste is needed, as far as Hagstone's rules can tell."],
  [
    ['small', 'allocator', 'needed-again', 'chance'],
    "No findings: the waste is needed, equal by chance, in the code of others, or too little to list, as far as Hagstone's rules can tell.",
  ],
])('without findings, it says what is known of the waste: %j', (reasons, text) => {
  const leftOut = reasons.map((reason) => ({ reason, text: '', share: 0.1, shareOfRun: null }))
  expect(noFindingsText({ leftOut }, ['dead-stores'], { 'dead-stores': { kind: 'found' } })).toBe(text)
})

it('does not say of waste that others make that it cannot be changed', () => {
  expect(leftOutAs([{ reason: 'calls' }, { reason: 'library' }])).toBe("needed or in the code of others, as far as Hagstone's rules can tell")
})

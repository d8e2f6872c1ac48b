import { expect, test } from 'vitest'
import type { FindingContext } from '../../shared/findings/finding.ts'
import { fakeFindings } from '../testing/fake_findings.ts'
import { pairOfPlaces } from './finding_pair.ts'

const [finding] = fakeFindings.findings

test('the pair of a finding is at the lines that the finding names, though another one is heavier', () => {
  const [heaviest, other] = finding!.contexts as [FindingContext, FindingContext]
  const elsewhere = { ...heaviest, pair: 99, source: heaviest.source.map((frame) => ({ ...frame, line: 1 })) as FindingContext['source'] }
  expect(pairOfPlaces({ ...finding!, contexts: [elsewhere, heaviest, other] })).toBe(heaviest.pair)
  expect(pairOfPlaces({ ...finding!, contexts: [elsewhere] })).toBe(99)
  expect(pairOfPlaces({ ...finding!, contexts: [] })).toBeNull()
})

import { expect, it } from 'vitest'
import { UNOBSERVED } from '../../../../shared/progress.ts'
import { profileFromStacks } from '../../../profile/profile_from_stacks.testing.ts'
import { pairsCsv } from '../../../report/formats/report_csv.ts'
import { pairTable } from './pair_table.ts'

const NONE = () => null
const profile = profileFromStacks('main a.c:1 KILLED_BY main a.c:2 10\nmain a.c:2 KILLED_BY main a.c:1 5')

it('has the chosen pairs alone, in their order', () => {
  const [head, first, second] = pairsCsv(profile, { ofPair: NONE }).split(/(?<=\r\n)/)
  expect(pairTable(profile, Int32Array.of(1, 0), NONE, UNOBSERVED)).toBe(`${head}${second}${first}`)
  expect(pairTable(profile, Int32Array.of(1), NONE, UNOBSERVED)).toBe(`${head}${second}`)
  expect(() => pairTable(profile, Int32Array.of(1), NONE, UNOBSERVED, 10)).toThrow(/^The 1 pairs .*; filter them, or /)
})

it('has what the report has, up to a length', () => {
  const text = pairsCsv(profile, { ofPair: NONE })
  expect(pairTable(profile, null, NONE, UNOBSERVED)).toBe(text)
  expect(pairTable(profile, null, NONE, UNOBSERVED, text.length)).toBe(text)
  expect(() => pairTable(profile, null, NONE, UNOBSERVED, text.length - 1)).toThrow(
    /^The 2 pairs with their contexts are more text than a window can save; "hagstone report --view pairs --csv" writes them$/,
  )
})

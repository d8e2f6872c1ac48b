/** The pair table sorted by advice, and filtered to one class. */
import { expect, it } from 'vitest'
import type { FunctionCode } from '../../../../shared/profile/profile.ts'
import type { PairFilter } from '../../../../shared/rpc/pairs.ts'
import { profileFromStacks } from '../../../profile/profile_from_stacks.testing.ts'
import { loadProfile } from '../loaded_profile.ts'
import { adviceRank, PairQueries } from './pair_queries.ts'

const TABLES = profileFromStacks(`
  main main.c:41 > unknown solver.c:90  KILLED_BY   main main.c:44 > fill solver.c:131   120
  main main.c:41 > clear solver.c:118   KILLED_BY   main main.c:44 > fill solver.c:131   90
  main main.c:41 > clear solver.c:118   USED_BY     main main.c:46 > read solver.c:140   40
`)

/** "clear" saves a register, "fill" stores a computed value; the code of "unknown" is not there. */
function codeAt(module: number, address: number): FunctionCode | null {
  const [unknown, clear] = Array.from(TABLES.pairs.source, (source) => TABLES.instructions[TABLES.nodes.instruction[source]!]!.address)
  if (address === unknown) return null
  const line = { address, bytes: '90', text: address === clear ? 'push rbx' : 'mov [rdi], eax', note: null, file: -1, line: -1 }
  return { module, name: address === clear ? 'clear' : 'fill', low: address, high: address + 1, lines: [line] }
}

const queries = new PairQueries(loadProfile({ ...TABLES, codeAt }))

function titles(filter: Partial<PairFilter>, descending = false): Array<string | null> {
  const all: PairFilter = { wastefulOnly: false, search: '', regularExpression: false, side: 'either', tool: 'dead-stores' }
  return queries.rows({ ...all, ...filter }, { column: 'advice', descending }, 0, 9).rows.map(({ advice }) => advice?.title ?? null)
}

it('is in the order of the advice, pairs without any last', () => {
  expect(titles({})).toEqual(['call that could be inlined', 'result that is never read', null])
  expect(titles({}, true)).toEqual([null, 'result that is never read', 'call that could be inlined'])
})

it('is in the order of the classes, whatever else a title says', () => {
  const recomputed = { class: 'recomputation', title: 'recomputation with nearly unchanged input' } as const
  expect(adviceRank(recomputed)).toBeGreaterThan(adviceRank({ class: 'call-overhead' }))
  expect(adviceRank(recomputed)).toBeLessThan(adviceRank(null))
})

it('is filtered to a class', () => {
  expect(titles({ advice: 'call-overhead' })).toEqual(['call that could be inlined'])
  expect(titles({ advice: 'unread-result' })).toEqual(['result that is never read'])
  expect(titles({ advice: 'small' })).toEqual([null])
  expect(titles({ advice: 'false-sharing' })).toEqual([])
  expect(titles({ advice: null })).toHaveLength(3)
})

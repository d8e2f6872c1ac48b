/** From a profile with stored machine code to the report, its JSON, its CSV and the groups. */
import { expect, it } from 'vitest'
import type { FunctionCode, Profile } from '../../../shared/profile/profile.ts'
import { profileFromStacks } from '../../profile/profile_from_stacks.testing.ts'
import { buildReport } from '../report.ts'
import { renderReport } from '../render_report.testing.ts'
import { PairAdvice } from './pair_advice.ts'

const TABLES = profileFromStacks(`
  main main.c:41 > clear solver.c:118   KILLED_BY   main main.c:44 > fill solver.c:131   90
  main main.c:41 > clear solver.c:118   USED_BY     main main.c:46 > read solver.c:140   40
`)

/** Code of a requested function: it saves a register in "clear", and stores a computed value elsewhere. */
function codeAt(module: number, address: number): FunctionCode {
  const saves = address === TABLES.instructions[TABLES.nodes.instruction[TABLES.pairs.source[0]!]!]!.address
  const line = { address, bytes: '90', text: saves ? 'push rbx' : 'mov [rdi], eax', note: null, file: -1, line: -1 }
  return { module, name: saves ? 'clear' : 'fill', low: address, high: address + 1, lines: [line] }
}
const PROFILE: Profile = { ...TABLES, codeAt }

it('rests on the machine code of the profile', () => {
  const [advised, used] = buildReport(PROFILE, { top: 9 }).pairs
  expect(advised!.advice).toMatchObject({ class: 'call-overhead', sureness: 'possible', place: { function: 'fill', line: 131 } })
  expect(used!.advice).toBeNull()
  expect(buildReport(TABLES, { top: 9 }).pairs[0]).not.toHaveProperty('advice')
})

it('is printed below the pair, and is in the CSV', () => {
  const text = renderReport(PROFILE, { view: 'pairs', format: 'text', top: 9, width: 100 })
  expect(text).toContain('    advice         Not in the findings: calls: return addresses, saved')
  expect(renderReport(PROFILE, { view: 'pairs', format: 'csv', top: 9, width: 100 })).toContain(',"Not in the findings: calls: ')
})

it('groups pairs, those of use apart', () => {
  const advice = new PairAdvice(PROFILE)
  expect([0, 1].map((pair) => advice.groupOf(pair))).toEqual(['call-overhead', 'small'])
})

it.each([
  ['call 0x4000', 'call-overhead'],
  ['call [0x6000]', 'call-overhead'],
  ['call rax', 'unread-result'],
  ['call [rax+0x8]', 'unread-result'],
])('knows from its caller whether a function can be inlined: %s', (call, expected) => {
  const accesses = new Set(TABLES.instructions.map(({ address }) => address))
  const saving = (module: number, address: number): FunctionCode => ({
    module,
    name: 'f',
    low: address,
    high: address + 1,
    lines: [{ address, bytes: '90', text: accesses.has(address) ? 'push rbx' : call, note: null, file: -1, line: -1 }],
  })
  expect(new PairAdvice({ ...TABLES, codeAt: saving }).of(0)?.class).toBe(expected)
})

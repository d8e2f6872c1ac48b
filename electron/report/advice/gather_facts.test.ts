import { expect, it } from 'vitest'
import { functionCode } from './function_code.testing.ts'
import { TOOLS, type Profile } from '../../../shared/profile/profile.ts'
import { profileFromStacks } from '../../profile/profile_from_stacks.testing.ts'
import { PAIR_APPROXIMATE } from '../../../shared/profile/tables.ts'
import { FactGatherer } from './gather_facts.ts'

const TABLES = profileFromStacks(
  `
  main main.c:41 > outer a.c:5 > load a.c:9   redundant-loads:REDUNDANT_WITH   main main.c:41 > outer a.c:5 > load a.c:9    30
  main main.c:41 > outer a.c:6 > load a.c:9   redundant-loads:REDUNDANT_WITH   main main.c:41 > outer a.c:5 > load a.c:9    20
  main main.c:42 > outer a.c:5 > load a.c:9   redundant-loads:REDUNDANT_WITH   main main.c:41 > outer a.c:5 > load a.c:9    10
  main main.c:41 > other a.c:7 > get a.c:3    redundant-loads:REDUNDANT_WITH   main main.c:41 > other a.c:7 > get a.c:3      5
  main main.c:41 > outer a.c:5 > load a.c:9   redundant-loads:CHANGED_BY     main main.c:41 > outer a.c:5 > load a.c:9    40
`,
)

it('knows how often a load repeats across a scope, of all its repetitions and loads', () => {
  const { pairs, nodes, functions } = TABLES
  const rowOf = (name: string): number => nodes.functionIndex.findIndex((index) => functions[index]?.name === name)
  // Where each pair repeats: in the whole program, within the inner call, across the outer one, elsewhere, and a use.
  pairs.scope.set([rowOf('outer'), rowOf('load'), rowOf('outer'), rowOf('other'), -1])
  const profile: Profile = { ...TABLES, codeAt: () => null }
  const { address } = TABLES.instructions[nodes.instruction[pairs.target[0]!]!]!
  const across = new FactGatherer(profile).facts(0).unchangedAcrossScope(address)
  const times = Array.from(pairs.traps)
  expect(across).toBeCloseTo((times[0]! + times[2]!) / (times[0]! + times[2]! + times[4]!))
})

it('knows by the machine code whether two calls of one function pass different constants', () => {
  const differ = (callee: string, ...code: string[]): boolean | undefined => {
    const tables = profileFromStacks(
      `main m.c:41 > outer a.c:5 > load a.c:9   redundant-loads:REDUNDANT_WITH   main m.c:41 > outer a.c:6 > ${callee} a.c:9   30`,
    )
    const codeAt: Profile['codeAt'] = (module) => functionCode(module, 'outer', code)
    return new FactGatherer({ ...tables, codeAt }).facts(0).siblingCalls?.differByConstants
  }
  expect(differ('load', 'mov edi, 0x1', 'call 0x9000', 'mov edi, 0x6', 'call 0x9000')).toBe(true)
  expect(differ('load', 'mov edi, 0x6', 'call 0x9000', 'mov edi, 0x6', 'call 0x9000')).toBe(false)
  expect(differ('load', 'mov edi, 0x1', 'jmp 0x9000', 'mov edi, 0x6', 'jmp 0x9000')).toBe(false)
  expect(differ('get', 'mov edi, 0x1', 'call 0x9000', 'mov edi, 0x6', 'call 0x9000')).toBe(false)
})

it('names a scope without parameters and template arguments, which would fill lines of a sentence', () => {
  const tables = profileFromStacks(`main m.c:41 > solve a.c:5   redundant-loads:REDUNDANT_WITH   main m.c:41 > solve a.c:6   30`)
  const functions = tables.functions.map((each) =>
    each.name === 'solve' ? { ...each, name: 'void fem::solve<fem::Matrix<double, int>>(fem::Matrix<double, int>&)' } : each,
  )
  const { scope } = new FactGatherer({ ...tables, functions, codeAt: () => null }).facts(0)
  expect(scope?.text).toMatch(/^fem::solve\b(?!<|\()/)
})

it('does not take values for the same that stores brought anew, equal only within the tolerance', () => {
  const load = 'main m.c:3 > load a.c:9'
  const repeats = `${load}   redundant-loads:REDUNDANT_WITH   ${load}   40`
  const share = (drawing: string, flags: number): number | null => {
    const tables = profileFromStacks(drawing)
    tables.pairs.flags[0] = flags
    const { address } = tables.instructions[tables.nodes.instruction[tables.pairs.target[0]!]!]!
    const run: typeof tables.run = { ...tables.run, tools: ['redundant-loads', 'dead-stores'] }
    return new FactGatherer({ ...tables, run, codeAt: () => null }).facts(0).target.unchanged(address)
  }
  const stored = `${repeats}\nmain m.c:2 > set a.c:5   USED_BY   ${load}   40`
  expect(share(stored, PAIR_APPROXIMATE)).toBeNull()
  expect(share(stored, 0)).toBe(1)
  expect(share(repeats, PAIR_APPROXIMATE)).toBe(1)
})

it.each([
  ['exhaustive', ['redundant-loads', 'dead-stores'], PAIR_APPROXIMATE, 0.01],
  ['exhaustive', ['redundant-loads', 'dead-stores'], 0, 0],
  // Sampled stores show that the value is the same one.
  ['sampled', ['redundant-loads', 'dead-stores'], PAIR_APPROXIMATE, 0],
  ['sampled', ['redundant-loads'], PAIR_APPROXIMATE, 0.01],
] as const)('knows whether loaded values are equal or only near: %s, %j, flags %i', (engine, tools, flags, within) => {
  const load = 'main m.c:3 > load a.c:9'
  const tables = profileFromStacks(`${load}   redundant-loads:REDUNDANT_WITH   ${load}   40`)
  tables.pairs.flags[0] = flags
  const { address } = tables.instructions[tables.nodes.instruction[tables.pairs.target[0]!]!]!
  const run: typeof tables.run = { ...tables.run, tools: [...tools], tolerance: 0.01, ...(engine === 'exhaustive' ? { engine } : {}) }
  const counts = { length: 1, node: tables.pairs.target.slice(0, 1), tool: Uint8Array.of(TOOLS.indexOf('redundant-loads')), instances: Float64Array.of(50) }
  const contextTotals = { ...tables.contextTotals, ...counts }
  expect(new FactGatherer({ ...tables, run, contextTotals, codeAt: () => null }).facts(0).target.equalWithin(address)).toBe(within)
})

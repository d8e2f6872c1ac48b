/** Bounds of dead stores in sampled runs, whose ground truth is in the drawing. */
import { expect, it } from 'vitest'
import type { Finding } from '../../../shared/findings/finding.ts'
import { INSTRUCTION } from '../../../shared/profile/tables.ts'
import type { FunctionCode, Profile, ProfileTables } from '../../../shared/profile/profile.ts'
import type { Tool } from '../../../shared/run.ts'
import { groupPairs, type PairGroup } from '../../../shared/findings/group_pairs.ts'
import { functionCode } from '../advice/function_code.testing.ts'
import { profileFromStacks } from '../../profile/profile_from_stacks.testing.ts'
import { bounded } from './bounded_group.ts'
import type { Cause } from './cause.ts'
import { costedGroup, type CostedGroup } from './costed_group.ts'
import { findingsOf, gatherPairs } from './findings.ts'

/** @param times ms of CPU time by line, with one interrupt per ms */
function timed(drawn: ProfileTables, times: Record<number, number>): ProfileTables {
  const { nodes } = drawn
  const rows = Array.from(nodes.kind.keys()).filter((row) => nodes.kind[row] === INSTRUCTION && times[nodes.line[nodes.parent[row]!]!] !== undefined)
  const spent = Float64Array.from(rows, (row) => times[nodes.line[nodes.parent[row]!]!]!)
  const cpuTimes = {
    length: rows.length,
    node: Int32Array.from(rows),
    interrupts: spent,
    time: spent.map((ms) => ms * 1e6),
    waits: new Uint8Array(rows.length),
  }
  return { ...drawn, cpuTimes }
}

const first = (profile: Profile | ProfileTables): Finding => findingsOf(profile).findings[0]!

it('takes stores to memory that is freed unread for useful', () => {
  const place = 'main m.c:1 > fill m.c:5'
  const drawn = timed(profileFromStacks(`${place}   KILLED_BY   ${place}   20`), { 5: 1000 })
  const credit = drawn.pairs.credit[0]!
  const column = (value: number): Float64Array => Float64Array.of(value)
  const freed = (times: number): ProfileTables => ({
    ...drawn,
    counters: [{ name: 'freed', value: 60, description: '' }],
    watches: {
      length: 1,
      node: drawn.pairs.source.slice(0, 1),
      tool: drawn.pairs.tool.slice(0, 1),
      samples: column(times * credit),
      accounted: column(times * credit),
      armed: column(times * credit),
      bytes: column(8 * times * credit),
    },
  })
  expect(first(freed(1)).bound!.text).toContain('100 % of the stores there are wasted')
  expect(first(freed(4)).bound!.text).toContain('25.0 % of the stores there are wasted')
  expect(first(freed(4)).shareOfRun).toBeCloseTo(0.25)
})

it('counts stores that initialize memory as instructions: the next access waits for the memory instead', () => {
  const made = 'main m.c:1 > make m.c:5'
  const drawn = profileFromStacks(`
    ${made}   KILLED_BY   main m.c:1 > make m.c:7   50
    main m.c:1 > make m.c:6   USED_BY   main m.c:1 > make m.c:6   50
  `)
  const code = ['mov rax, rdi', 'mov qword ptr [rax+0x8], 0x0', 'mov [rax], rsi', 'mov rcx, [rsi]', 'mov [rax+0x8], rcx', 'ret']
  const lines = [4, 5, 6, 7, 7, 8]
  const codeAt = (module: number): FunctionCode => {
    const found = functionCode(module, 'make', code)
    return { ...found, lines: found.lines.map((line, at) => ({ ...line, line: lines[at]! })) }
  }
  const { address } = drawn.nodes
  const { source, target } = drawn.pairs
  // The pairs' own instructions.
  address[source[0]!] = 0x1004
  address[target[0]!] = 0x1010
  const found = first({ ...timed(drawn, { 5: 600, 6: 200 }), codeAt })
  expect(found.class).toBe('overwritten-before-use')
  // The line's 600 of 800 ms are its memory's. Of its function's instructions, 2 ran.
  expect(found.shareOfRun).toBeCloseTo(1 / 2)
  expect(found.bound).toEqual({
    kind: 'accesses',
    text: "100 % of the run's CPU time is spent in the function around line 5; the stores of this line are 50.0 % of its instructions that ran, and 100 % of them are wasted. Where they wait for memory, the next access waits instead.",
  })
})

it('leaves out the first allocation of a container that grows', () => {
  const grown = 'main m.c:3 > alloc::raw_vec::RawVec::grow'
  const moved = `${grown} > libc.so.6!realloc > libc.so.6!memmove`
  const drawn = profileFromStacks(`
    ${moved}   silent-stores:REDUNDANT_WITH   ${moved}   10
    ${grown} > libc.so.6!malloc   silent-stores:USED_BY   ${grown} > libc.so.6!malloc   90
    main m.c:9   silent-stores:USED_BY   main m.c:9   900
  `)
  const called = (name: string): number => drawn.nodes.functionIndex.findIndex((row) => row >= 0 && drawn.functions[row]!.name === name)
  const costs: Array<[string, number]> = [
    ['alloc::raw_vec::RawVec::grow', 100],
    ['malloc', 300],
    ['realloc', 200],
    ['main', 400],
  ]
  const found = (...left: string[]): Finding => {
    const rest = costs.filter(([name]) => !left.includes(name))
    const spent = Float64Array.from(rest, ([, ms]) => ms)
    const node = Int32Array.from(rest, ([name]) => called(name))
    return first({
      ...drawn,
      cpuTimes: { length: rest.length, node, interrupts: spent, time: spent.map((ms) => ms * 1e6), waits: new Uint8Array(rest.length) },
    })
  }
  expect(found()).toMatchObject({
    class: 'growth-copy',
    bound: {
      text: expect.stringMatching(
        /^30\.0 % .* and the functions that it calls, without the first allocation, which remains: at most all of it can be saved\.$/,
      ),
    },
  })
  expect(found('malloc').shareOfRun).toBeCloseTo(300 / 700)
})

/** @param inLibrary tool of the pair in memset(), which takes nine tenths of the time */
function boundedLoads(inLibrary: Tool): { before: CostedGroup; after: CostedGroup } {
  const [own, inside] = ['main m.c:1 > fill m.c:5', 'main m.c:1 > fill m.c:5 > libc.so.6!memset']
  const drawn = profileFromStacks(`
    ${own}   redundant-loads:REDUNDANT_WITH   ${own}   20
    ${inside}   ${inLibrary}:REDUNDANT_WITH   ${inside}   20
  `)
  const spent = Float64Array.of(100, 900)
  const profile: ProfileTables = {
    ...drawn,
    modules: drawn.modules.map((module) => (module.path.includes('libc') ? { ...module, path: '/usr/lib/x86_64-linux-gnu/libc.so.6' } : module)),
    cpuTimes: { length: 2, node: drawn.pairs.target.slice(0, 2), interrupts: spent, time: spent.map((ms) => ms * 1e6), waits: new Uint8Array(2) },
  }
  const { places, costs, wasted, totals } = gatherPairs(profile)
  const { groups } = groupPairs(profile, places, wasted, totals, 10)
  const tools: PairGroup['tools'] = new Map(groups.flatMap((group) => [...group.tools]))
  const before = costedGroup({ ...groups[0]!, tools, pairs: [0, 1] }, profile, costs)
  const facts = { tool: 'redundant-loads', earlier: null, later: { through: null } }
  const cause = {
    class: 'spill-and-reload',
    tool: 'redundant-loads',
    accessPart: { share: 0.25, text: '' },
    copies: null,
    statement: null,
    facts,
  } as unknown as Cause
  return { before, after: bounded({ group: before, cause }, profile, places, costs).group }
}

it('takes no time of a library function for a part of the loop that calls it', () => {
  const { before, after } = boundedLoads('redundant-loads')
  expect(before.cost.share).toBeCloseTo(1, 10)
  expect(after.cost.share).toBeCloseTo(0.1 * 0.25, 10)
})

it('names the tool whose accesses in the loop are counted, though another one sees more of the time', () => {
  const { before, after } = boundedLoads('silent-stores')
  expect([before.costedTool, after.costedTool]).toEqual(['silent-stores', 'redundant-loads'])
  expect(after.cost.share).toBeCloseTo(0.1 * 0.25, 10)
})

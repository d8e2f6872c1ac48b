import { afterAll, expect, it } from 'vitest'
import { FLOW_CONDITIONAL_MOVE, FLOW_LOADS, FLOW_MOVES, FLOW_READS_FLAGS, FLOW_WRITES_FLAGS, loadSymbolsAddon, NEXT_INSTRUCTION } from './symbols_addon.ts'
import { addressesOf, Workspace } from './toolchain.testing.ts'

const workspace = new Workspace()
afterAll(() => workspace.remove())

const [RAX, RCX, RSP, RSI, XMM1, XMM2] = [1, 2, 1 << 4, 1 << 6, 1 << 17, 1 << 18]

/** [instruction, registers used, registers defined, what comes next, traits] */
const EXPECTED: Array<[string, number, number, (typeof NEXT_INSTRUCTION)[number], number]> = [
  ['mov eax, ecx', RCX, RAX, 'following', FLOW_MOVES],
  ['mov eax, [rsi + rcx*4]', 0, RAX, 'following', FLOW_MOVES | FLOW_LOADS],
  ['mov [rsi], rax', RAX, 0, 'following', FLOW_MOVES],
  ['lea rax, [rsi + rcx*4 + 8]', RSI | RCX, RAX, 'following', 0],
  ['add eax, ecx', RAX | RCX, RAX, 'following', FLOW_WRITES_FLAGS],
  ['add eax, [rsi]', RAX, RAX, 'following', FLOW_LOADS | FLOW_WRITES_FLAGS],
  ['xor eax, eax', 0, RAX, 'following', FLOW_WRITES_FLAGS],
  ['cmp eax, 5', RAX, 0, 'following', FLOW_WRITES_FLAGS],
  ['cmovz eax, ecx', RAX | RCX, RAX, 'following', FLOW_READS_FLAGS | FLOW_CONDITIONAL_MOVE],
  ['mulsd xmm1, xmm2', XMM1 | XMM2, XMM1, 'following', 0],
  ['pxor xmm1, xmm1', 0, XMM1, 'following', 0],
  ['cqo', RAX, 1 << 2, 'following', 0],
  ['jz start', 0, 0, 'branch', FLOW_READS_FLAGS],
  ['call start', RSP, RSP, 'call', 0],
  ['jmp start', 0, 0, 'jump', 0],
  ['ret', RSP, RSP, 'leaves', FLOW_LOADS],
]

it('reports for every instruction the registers it uses and defines, and where control goes', () => {
  const source = workspace.write(
    'flow.s',
    `.intel_syntax noprefix\n.globl start\n.type start, @function\nstart:\n${EXPECTED.map(([text]) => text).join('\n')}\n.size start, . - start\n`,
  )
  const library = workspace.path('flow.so')
  workspace.run('gcc', '-shared', '-nostdlib', '-Wl,-Bsymbolic', source, '-o', library)
  const module = loadSymbolsAddon().openModule(library, { debugDirectories: [] })
  const { low, high } = module.functionAt(addressesOf(workspace, library).get('start')!)!
  const flow = module.registerFlow(low, high)
  expect(
    [...flow.address.keys()].map((row) => [EXPECTED[row]![0], flow.uses[row], flow.defines[row], NEXT_INSTRUCTION[flow.next[row]!], flow.traits[row]]),
  ).toEqual(EXPECTED)
  expect([...flow.target].map((target) => target - low).filter((offset) => offset >= 0)).toEqual([0, 0, 0])
  expect(() => module.registerFlow(high, low)).toThrow(/ends before it begins/)
  module.close()
})

/** Functions, instructions, names of their targets, and PLT stubs, against objdump. */
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadSymbolsAddon } from './symbols_addon.ts'
import type { ModuleSymbols } from './symbols_addon.ts'
import { addressesOf, Workspace } from './toolchain.testing.ts'

const programs = join(import.meta.dirname, 'test_programs')
const addon = loadSymbolsAddon()
const workspace = new Workspace()
afterAll(() => workspace.remove())

interface Line {
  address: number
  bytes: string
  target: string | null
}

/** Functions of `objdump -d`: name to instructions. */
function objdump(file: string): Map<string, Line[]> {
  const functions = new Map<string, Line[]>()
  let current: Line[] = []
  for (const line of workspace.run('objdump', '-dw', '--no-show-raw-insn', file).split('\n')) {
    const head = /^[0-9a-f]+ <(.+)>:$/.exec(line)
    if (head !== null) functions.set(head[1]!, (current = []))
    const row = /^\s+([0-9a-f]+):\s+(.*)$/.exec(line)
    if (row !== null) current.push({ address: Number.parseInt(row[1]!, 16), bytes: '', target: /<([^>]+)>$/.exec(row[2]!.trim())?.[1] ?? null })
  }
  return functions
}

for (const [name, options] of [
  ['lazy binding', ['-Wl,-z,lazy']],
  ['immediate binding', ['-Wl,-z,now']],
  ['lazy binding with branch tracking', ['-Wl,-z,lazy', '-fcf-protection', '-Wl,-z,ibtplt']],
  ['no position independence', ['-no-pie', '-Wl,-z,lazy']],
] as const) {
  describe(name, () => {
    const program = workspace.path(`program-${options.join('')}`.replaceAll(/[,/]/g, ''))
    let module: ModuleSymbols
    let reference: Map<string, Line[]>
    beforeAll(() => {
      workspace.run('gcc', '-O2', '-g', ...options, join(programs, 'points.c'), '-o', program)
      module = addon.openModule(program, { debugDirectories: [] })
      reference = objdump(program)
    })
    afterAll(() => module.close())

    it('finds the bounds and the instructions of functions', () => {
      for (const name of ['main', 'total']) {
        const address = addressesOf(workspace, program).get(name)!
        const range = module.functionAt(address + 5)!
        expect(range).toMatchObject({ name, linkageName: name, low: address })
        const addresses = module.disassemble(range.low, range.high, 'intel').map((instruction) => instruction.address)
        // objdump continues through the padding.
        expect(
          reference
            .get(name)!
            .map((line) => line.address)
            .filter((each) => each < range.high),
        ).toEqual(addresses)
      }
    })

    it('names stubs and the targets of calls', () => {
      const stubs = [...reference].filter(([stub]) => stub.endsWith('@plt'))
      expect(stubs.map(([stub]) => stub)).toContain('strlen@plt')
      for (const [stub, lines] of stubs) expect(module.functionAt(lines[0]!.address)?.name).toBe(stub)

      const calls = reference.get('main')!.filter((line) => line.target?.endsWith('@plt') === true || line.target === 'total')
      expect(calls.length).toBeGreaterThan(3)
      for (const { address, target } of calls) {
        expect(module.disassemble(address, address + 1, 'att')[0]!.targetName).toBe(target)
      }
    })
  })
}

it('prints both syntaxes, bytes and targets', () => {
  const source = workspace.write(
    'one.s',
    `
.globl counter
.data
.type counter, @object
.size counter, 8
counter: .quad 0
.text
.globl one
.type one, @function
one: mov %rax, 16(%rdi,%rsi,4)
 addq $1, counter(%rip)
 lea one(%rip), %rcx
 jne 1f
 .byte 0x06
1: ret
.size one, .-one
`,
  )
  workspace.run('gcc', '-shared', '-nostdlib', '-Wl,-Bsymbolic', source, '-o', 'one.so')
  const module = addon.openModule(workspace.path('one.so'))
  const { low, high } = module.functionAt(addressesOf(workspace, 'one.so').get('one')!)!
  const counter = Number.parseInt(/([0-9a-f]+) D counter/.exec(workspace.run('nm', 'one.so'))![1]!, 16)
  const hex = (address: number) => `0x${address.toString(16)}`

  const intel = module.disassemble(low, high, 'intel')
  expect(intel.map((instruction) => instruction.text)).toEqual([
    'mov [rdi+rsi*4+0x10], rax',
    `add qword ptr [${hex(counter)}], 0x1`,
    `lea rcx, [${hex(low)}]`,
    `jnz ${hex(high - 1)}`,
    '.byte 0x6',
    'ret',
  ])
  expect(intel.map((instruction) => instruction.target)).toEqual([null, counter, low, high - 1, null, null])
  expect(intel.map((instruction) => instruction.targetName)).toEqual([null, 'counter', 'one', `one+${hex(high - 1 - low)}`, null, null])
  expect(intel.map((instruction) => instruction.length)).toEqual([5, 8, 7, 2, 1, 1])
  expect(intel.map((instruction) => instruction.constant)).toEqual([false, false, true, false, false, false])
  expect(intel[0]!.bytes).toBe('4889 44b7 10'.replaceAll(' ', ''))
  expect(intel.map((instruction) => instruction.bytes).join('')).toBe(Buffer.from(module.codeAt(low, high - low)).toString('hex'))

  const att = module.disassemble(low, high, 'att')
  expect(att[0]!.text).toBe('mov %rax, 0x10(%rdi,%rsi,4)')
  expect(att[5]!.text).toBe('ret')
  module.close()
})

import { afterAll, describe, expect, it } from 'vitest'
import { join } from 'node:path'
import { loadSymbolsAddon, type ModuleSymbols } from './symbols_addon.ts'
import { addressesOf, Workspace } from './toolchain.testing.ts'

const workspace = new Workspace()
afterAll(() => workspace.remove())
const sample = join(import.meta.dirname, '../../resources/samples/tail_calls.c')

workspace.run('gcc', '-O2', '-g', '-fPIC', '-shared', '-DLIBRARY', sample, '-o', 'libtail_calls.so')
workspace.run('gcc', '-O2', '-g', sample, '-o', 'tail_calls', '-L.', '-ltail_calls')
workspace.run('strip', '-o', 'bare', 'tail_calls')

/** Hand-written code: what compilers seldom write, and what is no tail call. */
const ASSEMBLY = `
  .text
  .macro function name
  .globl \\name
  .hidden \\name
  .type \\name, @function
  \\name: .cfi_startproc
  .endm
  .macro end name
  .cfi_endproc
  .size \\name, . - \\name
  .endm
  function target
  ret
  end target
  function conditional
  test %edi, %edi
  jne target
  ret
  end conditional
  function falls_through
  mov $1, %eax
  end falls_through
  function next
  ret
  end next
  function through_slot
  jmp *imported@GOTPCREL(%rip)
  end through_slot
  function through_register
  jmp *%rax
  end through_register
  function with_frame
  sub $8, %rsp
  .cfi_adjust_cfa_offset 8
  test %edi, %edi
  je outlined
  add $8, %rsp
  .cfi_adjust_cfa_offset -8
  ret
  end with_frame
  .type outlined, @function
  outlined: .cfi_startproc
  .cfi_def_cfa_offset 16
  add $8, %rsp
  .cfi_def_cfa_offset 8
  jmp next
  .cfi_endproc
  .size outlined, . - outlined
  function calls
  call target
  after_target: call *imported@GOTPCREL(%rip)
  after_slot: call *%rax
  after_register: call imported@PLT
  after_stub: ret
  end calls
`

function openedAs(name: string): { module: ModuleSymbols; addresses: Map<string, number> } {
  return { module: loadSymbolsAddon().openModule(workspace.path(name), { debugDirectories: [] }), addresses: addressesOf(workspace, workspace.path(name)) }
}

/** Names of what a function jumps to, '?' for what is not known. */
function jumpsOf({ module, addresses }: ReturnType<typeof openedAs>, name: string): string[] {
  const names = new Map([...addresses].map(([symbol, address]) => [address, symbol]))
  const { address, imported, unresolved } = module.tailJumps(addresses.get(name)!)
  const found = Array.from(address, (target, i) => (target >= 0 ? (names.get(target) ?? target.toString(16)) : imported[i] || '?'))
  expect(unresolved).toBe(found.includes('?'))
  return found
}

describe('of compiled code', () => {
  const opened = openedAs('tail_calls')

  it.each([
    ['enters_unique', ['inner']],
    ['inner', ['unique_leaf']],
    ['enters_forked', ['left', 'right']],
    ['ping', ['cyclic_leaf', 'pong']],
    ['enters_pointed', ['?']],
    ['enters_library', ['library_enters']],
    ['direct_leaf', []],
  ])('finds the tail calls of %s', (name, expected) => {
    expect(jumpsOf(opened, name)).toEqual(expected)
  })

  it('finds them without symbols and debug information too', () => {
    const { module } = openedAs('bare')
    const { address, jump } = module.tailJumps(opened.addresses.get('inner')!)
    expect([...address]).toEqual([opened.addresses.get('unique_leaf')])
    expect(module.functionEntries(jump)).toEqual(Float64Array.of(opened.addresses.get('inner')!))
    module.close()
  })

  it('knows where the library begins functions that others import', () => {
    const library = openedAs('libtail_calls.so')
    expect([...library.module.exportedCode('library_inner')]).toEqual([library.addresses.get('library_inner')])
    expect([...library.module.exportedCode('absent')]).toEqual([])
    library.module.close()
  })
})

describe('of hand-written code', () => {
  workspace.write('jumps.s', ASSEMBLY)
  workspace.run('gcc', '-shared', '-nostdlib', 'jumps.s', '-o', 'jumps.so')
  const opened = openedAs('jumps.so')

  it.each([
    ['conditional', ['target']],
    ['falls_through', ['next']],
    ['through_slot', ['imported']],
    ['through_register', ['?']],
    // The jump with a frame leads to a part of the function, and from there it leaves.
    ['with_frame', ['next']],
  ])('finds the tail calls of %s', (name, expected) => {
    expect(jumpsOf(opened, name)).toEqual(expected)
  })

  it.each([
    ['after_target', 'target'],
    ['after_slot', 'imported'],
    ['after_register', ''],
    ['after_stub', 'imported'],
  ])('says where the call before %s goes', (label, expected) => {
    const { address, imported } = opened.module.callTargets(Float64Array.of(opened.addresses.get(label)!))
    expect(address[0]! >= 0 ? address[0] : imported[0]).toBe(opened.addresses.get(expected) ?? expected)
  })
})

it('knows by debug information where a call through a register goes', () => {
  workspace.run('gcc', '-O2', '-g', '-mcmodel=large', '-fno-pic', '-no-pie', sample, '-o', 'large', '-L.', '-ltail_calls')
  const { module, addresses } = openedAs('large')
  const { low, high } = module.functionAt(addresses.get('main')!)!
  const calls = module.disassemble(low, high, 'intel').filter(({ text }) => text.startsWith('call r'))
  const { address } = module.callTargets(Float64Array.from(calls, (call) => call.address + call.length))
  expect(calls.length).toBeGreaterThan(0)
  expect([...address]).toContain(addresses.get('direct_leaf'))
  module.close()
})

it('takes the implementations that a resolver chooses from for an indirect function', () => {
  workspace.write(
    'chosen.c',
    `
    static int plain(void) { return 1; }
    static int fast(void) { return 2; }
    static void *choose(void) { return __builtin_cpu_supports("avx2") ? (void *)fast : (void *)plain; }
    int chosen(void) __attribute__((ifunc("choose")));`,
  )
  workspace.run('gcc', '-O2', '-shared', '-fPIC', 'chosen.c', '-o', 'chosen.so')
  const { module, addresses } = openedAs('chosen.so')
  expect([...module.exportedCode('chosen')]).toEqual(expect.arrayContaining([addresses.get('plain'), addresses.get('fast')]))
  module.close()
})

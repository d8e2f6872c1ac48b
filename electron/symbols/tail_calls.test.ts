import { afterAll, describe, expect, it } from 'vitest'
import { join } from 'node:path'
import { loadSymbolsAddon, type ModuleSymbols } from './symbols_addon.ts'
import { addressesOf, isMissing, Workspace } from './toolchain.testing.ts'

const workspace = new Workspace()
afterAll(() => workspace.remove())
const sample = join(import.meta.dirname, '../../resources/samples/tail_calls.c')

workspace.run('gcc', '-O2', '-g', '-fPIC', '-shared', '-DLIBRARY', sample, '-o', 'libtail_calls.so')
workspace.run('gcc', '-O2', '-g', sample, '-o', 'tail_calls', '-L.', '-ltail_calls')
workspace.run('strip', '-o', 'bare', 'tail_calls')

/** Hand-written code: rare compiler output, and code that is not a tail call. */
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

/** Names of a function's jump targets, '?' for unknown ones. */
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

  it.each([
    ['passed_leaf', ['enters_passed']],
    ['unique_leaf', ['inner']],
    ['forked_leaf', ['common']],
    ['direct_leaf', []],
    ['either_leaf', ['enters_one', 'enters_other']],
  ])('finds which functions jump to %s, and that no pointer leads there', (name, expected) => {
    const entry = opened.addresses.get(name)!
    expect(opened.module.mayBePointedTo(entry)).toBe(false)
    expect([...opened.module.jumpedToFrom(entry)!]).toEqual(expected.map((caller) => opened.addresses.get(caller)))
  })

  it.each(['open_leaf', 'pointed_leaf', 'enters_passed'])('finds that a pointer may lead to %s', (name) => {
    expect(opened.module.mayBePointedTo(opened.addresses.get(name)!)).toBe(true)
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
    // The jump with a frame leads to a part of the function, which then leaves it.
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

  it.each([
    ['after_target', 0],
    ['after_slot', 1],
    ['after_register', 1],
    ['after_stub', 0],
  ])('knows whether the call before %s is an indirect one', (label, expected) => {
    expect([...opened.module.indirectCalls(Float64Array.of(opened.addresses.get(label)!))]).toEqual([expected])
  })

  it('finds the functions that jump to one, and reports if some may be unknown', () => {
    expect(opened.module.jumpedToFrom(opened.addresses.get('target')!)).toEqual(Float64Array.of(opened.addresses.get('conditional')!))
    // A part of with_frame jumps there, and nothing names it so.
    expect(opened.module.jumpedToFrom(opened.addresses.get('next')!)).toBe(null)
  })
})

it.for<[string, string[]]>([
  ['position-independent', []],
  ['at fixed addresses', ['-no-pie', '-fno-pic']],
  ['with packed relocations', ['-Wl,-z,pack-relative-relocs']],
  // Leaves zeros where the dynamic linker writes addresses.
  ['linked by lld', ['-fuse-ld=lld']],
])('finds the pointers to functions of code %s', ([, options], context) => {
  if (options.includes('-fuse-ld=lld') && isMissing('ld.lld')) context.skip('lld is not installed')
  workspace.write(
    'pointers.c',
    `
    #define APART __attribute__((noipa))
    APART int taken(int value) { return value + 1; }
    APART int held(int value) { return value + 2; }
    APART int named(int value) { return value + 3; }
    APART int hidden(int value) { return value + 4; }
    APART int jumps(int value) { return value > 7 ? hidden(value) : value > 6 ? taken(value) : value > 5 ? held(value) : named(value); }
    int (*volatile chosen)(int);
    int (*volatile table[])(int) = {held};
    int main(int count, char **arguments) { chosen = count > 1 ? taken : table[0]; return chosen(count) + jumps(count) + !arguments; }`,
  )
  workspace.write('named.list', '{ named; };')
  workspace.run('gcc', '-O2', ...options, 'pointers.c', '-o', 'pointers', '-Wl,--dynamic-list=named.list')
  const { module, addresses } = openedAs('pointers')
  const pointed = ['taken', 'held', 'named', 'hidden', 'jumps'].filter((name) => module.mayBePointedTo(addresses.get(name)!))
  expect(pointed).toEqual(['taken', 'held', 'named'])
  module.close()
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

describe('references in much code', () => {
  const REFERENCES = 200_000
  const CALLERS = 200
  // Seven bytes a reference: at all alignments, and across all pieces in which the code is read.
  workspace.write(
    'many.s',
    `
    .text
    .set i, 0
    .rept ${REFERENCES}
    lea far+i(%rip), %rax
    .set i, i + 1
    .endr
    .macro caller name instruction
    .globl \\name
    .hidden \\name
    .type \\name, @function
    \\name: .cfi_startproc
    \\instruction target
    ret
    .cfi_endproc
    .size \\name, . - \\name
    .endm
    ${Array.from({ length: CALLERS }, (_, i) => `caller caller_${i} ${i % 2 === 0 ? 'jmp' : 'je'}\n`).join('')}
    .globl far
    .hidden far
    far: .skip ${REFERENCES + 64}, 0x90
    ret
    .globl target
    .hidden target
    .type target, @function
    target: .cfi_startproc
    ret
    .cfi_endproc
    .size target, . - target
    `,
  )
  workspace.run('gcc', '-shared', '-nostdlib', 'many.s', '-o', 'many.so')
  const { module, addresses } = openedAs('many.so')
  const far = addresses.get('far')!

  it('are found at every address', () => {
    const missed = Array.from({ length: REFERENCES }, (_, i) => i).filter((i) => !module.mayBePointedTo(far + i))
    expect(missed).toEqual([])
    expect(module.mayBePointedTo(far + REFERENCES)).toBe(false)
  })

  it('are found where the code jumps', () => {
    const callers = Array.from({ length: CALLERS }, (_, i) => addresses.get(`caller_${i}`)!)
    expect([...module.jumpedToFrom(addresses.get('target')!)!].sort((a, b) => a - b)).toEqual(callers.sort((a, b) => a - b))
  })
})

/** Waste that cannot be fixed in the source is no finding, and gets one line. */
import { functionCode } from '../advice/function_code.testing.ts'
import { expect, it } from 'vitest'
import type { FunctionCode, ProfileTables } from '../../../shared/profile/profile.ts'
import { LOOP } from '../../../shared/profile/tables.ts'
import { profileFromStacks } from '../../profile/profile_from_stacks.testing.ts'
import { findingsOf, findingsWithPairs } from './findings.ts'

const WRITES = 'main m.c:1 > init m.c:5   KILLED_BY   main m.c:2 > fill m.c:8   90'

/** Libraries as installed by the system, and one text for all instructions. */
function reasons(stacks: string, text = 'mov [rdi], rax'): Array<[reason: string, share: number]> {
  const profile = profileFromStacks(stacks)
  const modules = profile.modules.map((module) =>
    /\.so/.test(module.path) ? { ...module, path: `/usr/lib/x86_64-linux-gnu/${module.path.split('/').at(-1)}` } : module,
  )
  const drawn: ProfileTables = { ...profile, modules, instructions: profile.instructions.map((each) => ({ ...each, text })) }
  const { findings, leftOut } = findingsOf(drawn)
  return [...findings.map(({ share }): [string, number] => ['finding', share]), ...leftOut.map(({ reason, share }): [string, number] => [reason, share])]
}

it('is reported for each pair, and the pairs of findings name theirs', () => {
  const stacks = `
    ${WRITES}
    main m.c:5 > libc.so.6!malloc   KILLED_BY   main m.c:6 > libc.so.6!malloc   90
    main m.c:1 > init m.c:5   USED_BY   main m.c:2 > read m.c:9   90
  `
  const { findings, ofPair } = findingsWithPairs(profileFromStacks(stacks))
  const said = [0, 1, 2].map(ofPair)
  expect(said).toContainEqual({ kind: 'left-out', reason: 'allocator', text: 'bookkeeping of the memory allocator; fewer allocations make less of it' })
  expect(said).toContainEqual(expect.objectContaining({ kind: 'listed', rank: 1, finding: expect.objectContaining({ id: findings.findings[0]!.id }) }))
  expect(said).toContain(null)
})

it('is not what the program stores', () => {
  expect(reasons(WRITES)).toEqual([['finding', 1]])
})

it.each(['push rbx', 'pop rbp', 'call 0x1234', 'jmp qword ptr [0x4018]', 'mov rax, qword ptr fs:[0x28]'])('is what a call costs by itself: %s', (text) => {
  expect(reasons(WRITES, text)).toEqual([['calls', 1]])
})

it.each(['lock add qword ptr [rdi], 0x1', 'xchg qword ptr [rdi], rax'])('is what other threads wait for: %s', (text) => {
  expect(reasons(WRITES, text)).toEqual([['required', 1]])
})

it.each(['malloc', '_int_free', 'tcache_get'])('is what the allocator does inside: %s', (name) => {
  expect(reasons(`main m.c:5 > libc.so.6!${name}   KILLED_BY   main m.c:6 > libc.so.6!${name}   90`)).toEqual([['allocator', 1]])
})

it.each(['libgomp.so.1!gomp_barrier_wait', 'libc.so.6!pthread_mutex_lock', 'libmpi.so.40!opal_progress'])('is waiting: %s', (name) => {
  expect(reasons(`main m.c:5 > ${name}   redundant-loads:REDUNDANT_WITH   main m.c:5 > ${name}   90`)).toEqual([['waiting', 1]])
})

it("is waiting if a stripped OpenMP runtime's threads do it outside the program, and not start-up", () => {
  const inRuntime = (library: string): string =>
    `libc.so.6!start_thread > ${library}!idle   redundant-loads:REDUNDANT_WITH   libc.so.6!start_thread > ${library}!idle   90`
  expect(reasons(inRuntime('libgomp.so.1'))).toEqual([['waiting', 1]])
  expect(reasons(inRuntime('libother.so.1'))).toEqual([['library-threads', 1]])
})

it('names the libraries whose own code it is, and the way to findings there', () => {
  const path = 'libc.so.6!start_thread > liblzma.so.5!worker_start'
  const profile = profileFromStacks(`${path}   redundant-loads:REDUNDANT_WITH   ${path}   90`)
  const modules = profile.modules.map((module) => ({ ...module, path: `/usr/lib/x86_64-linux-gnu/${module.path.split('/').at(-1)}` }))
  expect(findingsOf({ ...profile, modules }).leftOut.map(({ text }) => text)).toEqual([
    'code of libraries that no function of your program called, such as their own threads (liblzma.so.5). For findings there, load the library from a folder of your own, built with -g',
  ])
})

it.each([
  ['libc.so.6!start_thread > liblzma.so.5!worker_start', 'library-threads'],
  ['liblzma.so.5!lz_encode', 'library-threads'],
  ['libc.so.6!__libc_start_main_impl > liblzma.so.5!lz_encode', 'library-threads'],
  ['libc.so.6!start_thread > libc.so.6!init_tls', 'loader-and-startup'],
  ['ld-linux-x86-64.so.2!call_init > libstdc++.so.6!init', 'loader-and-startup'],
  ['libc.so.6!__libc_start_main_impl > libc.so.6!call_init > libstdc++.so.6!init', 'loader-and-startup'],
  ['libc.so.6!__run_exit_handlers > libstdc++.so.6!destroy', 'loader-and-startup'],
])('is of libraries, or start-up, where no function of the program is in the context: %s', (path, reason) => {
  expect(reasons(`${path}   redundant-loads:REDUNDANT_WITH   ${path}   90`)).toEqual([[reason, 1]])
})

it('is working memory of a library: its stack frame', () => {
  const inLibrary = 'main m.c:5 > libm.so.6!exp   KILLED_BY   main m.c:6 > libm.so.6!exp   90'
  expect(reasons(inLibrary, 'mov [rsp+0x8], rax')).toEqual([['library', 1]])
  expect(reasons(inLibrary, 'mov [rbp-0x528], rax')).toEqual([['library', 1]])
  expect(reasons(inLibrary)).toEqual([['finding', 1]])
  expect(reasons(WRITES, 'mov [rsp+0x8], rax')).toEqual([['finding', 1]])
})

it.each([
  '__vfprintf_internal > libc.so.6!_IO_new_file_xsputn',
  '__vsprintf_internal > libc.so.6!_itoa_word',
  'fprintf > libc.so.6!memcpy',
  'fwrite > libc.so.6!_IO_file_xsputn > libc.so.6!memcpy',
])('is working memory of the standard I/O: %s', (path) => {
  expect(reasons(`main m.c:5 > libc.so.6!${path}   silent-stores:REDUNDANT_WITH   main m.c:5 > libc.so.6!${path}   90`)).toEqual([['library', 1]])
})

it('is not a string written by standard I/O, nor the loads of output', () => {
  expect(
    reasons('main m.c:5 > libc.so.6!sprintf > libc.so.6!memcpy   silent-stores:REDUNDANT_WITH   main m.c:5 > libc.so.6!sprintf > libc.so.6!memcpy   90'),
  ).toEqual([['finding', 1]])
  expect(
    reasons('main m.c:5 > libc.so.6!fputs > libc.so.6!strlen   redundant-loads:REDUNDANT_WITH   main m.c:5 > libc.so.6!fputs > libc.so.6!strlen   90'),
  ).toEqual([['finding', 1]])
})

it.each([
  ['_gfortran_st_write > libgfortran.so.5!libgfortran.so.5+0x26ae00', 'library'],
  ['libgfortran.so.5.0.0+0x26ae00', 'library'],
  ['_gfortran_transfer_real_write > libc.so.6!__mpn_mul_1', 'library'],
  ['_gfortran_transfer_real > libc.so.6!memcpy', 'library'],
  // A text of the program.
  ['_gfortran_transfer_real_write > libc.so.6!memcpy', 'finding'],
  ['_gfortran_matmul_r8', 'finding'],
])('is working memory of reads and writes of Fortran: %s, %s', (path, reason) => {
  expect(reasons(`main m.f90:5 > libgfortran.so.5!${path}   silent-stores:REDUNDANT_WITH   main m.f90:5 > libgfortran.so.5!${path}   90`)).toEqual([
    [reason, 1],
  ])
})

it("does not include the program's own functions with such names", () => {
  expect(reasons('main m.c:1 > malloc m.c:5   KILLED_BY   main m.c:2 > gomp_barrier_wait m.c:8   90')).toEqual([['finding', 1]])
})

it('is what one call of a library function loads twice, and not what two calls load', () => {
  const drawn = profileFromStacks(`
    main m.c:5 > libm.so.6!solve   redundant-loads:REDUNDANT_WITH   main m.c:5 > libm.so.6!solve   90
  `)
  const measured = (scope: number): string[] => {
    const modules = drawn.modules.map((module) => (/\.so/.test(module.path) ? { ...module, path: '/usr/lib/x86_64-linux-gnu/libm.so.6' } : module))
    const { findings, leftOut } = findingsOf({ ...drawn, modules, pairs: { ...drawn.pairs, scope: Int32Array.of(scope) } })
    return [...findings.map(({ class: name }) => name), ...leftOut.map(({ reason }) => reason)]
  }
  const called = Array.from(drawn.nodes.kind.keys()).find((row) => drawn.functions[drawn.nodes.functionIndex[row]!]?.name === 'solve')!
  expect(measured(called)).toEqual(['library'])
  expect(measured(1)).toEqual(['repeated-load'])
})

it('is what a library function writes twice that the program calls once, and not what it writes in several calls', () => {
  const store = 'libmpi.so.40!MPI_Init > libevent.so.2!dispatch'
  const written = (place: string, other = place): string[] =>
    reasons(`
      ${place} > ${store}   KILLED_BY   ${other} > ${store}   90
      _start > __libc_start_main > main m.c:9 > loop m.c:8   KILLED_BY   _start > __libc_start_main > main m.c:9 > loop m.c:8   1
    `).map(([reason]) => reason)
  const main = '_start > __libc_start_main > main m.c'
  expect(written(`${main}:5`)).toEqual(['finding', 'library'])
  expect(written(`${main}:5 > set_up m.c:2`)).toEqual(['finding', 'library'])
  for (const several of [
    `${main}:5 > loop m.c:4`,
    `${main}:5 > set_up m.c:2 > set_up m.c:2`,
    `${main}:5 > libc.so.6!qsort > compare m.c:2`,
    'clone3 > start_thread > work m.c:2',
    'main m.c:5',
  ])
    expect(written(several)).toEqual(['finding', 'finding'])
  expect(written(`${main}:5`, `${main}:6`)).toEqual(['finding', 'finding'])
})

it('is what one function reads after another, and not what it reads twice itself', () => {
  const read = (earlier: string): string[] => reasons(`${earlier}   redundant-loads:REDUNDANT_WITH   main m.c:6 > sum m.c:8   90`).map(([reason]) => reason)
  expect(read('main m.c:5 > print m.c:3')).toEqual(['needed-again'])
  expect(read('main m.c:5 > sum m.c:7')).toEqual(['finding'])
})

it('is a pass through data from which the loop computes something else each time, as most of what it loads is new', () => {
  const place = 'main m.c:3 > loop m.c:2 > sum m.c:9 > loop m.c:8'
  const code = ['nop', 'add eax, [rsi+rcx*4]', 'add rcx, 0x1', 'cmp rcx, rdx', 'jnz 0x1000', 'ret']
  const codeOf = (module: number): FunctionCode => functionCode(module, 'sum', code)
  const of = (redundant: number, useful: number, codeAt: (module: number) => FunctionCode | null = codeOf): string[] => {
    const drawn = profileFromStacks(`
      ${place}   redundant-loads:REDUNDANT_WITH   ${place}   ${redundant}
      ${place}   redundant-loads:CHANGED_BY   ${place}   ${useful}
    `)
    const around = drawn.nodes.kind.indexOf(LOOP)
    const { findings, leftOut } = findingsOf({ ...drawn, codeAt, pairs: { ...drawn.pairs, scope: drawn.pairs.scope.map(() => around) } })
    return [...findings.map(({ class: name }) => name), ...leftOut.map(({ reason }) => reason)]
  }
  expect(of(30, 70)).toEqual(['needed-again'])
  expect(of(70, 30)).toEqual(['repeated-traversal'])
  expect(of(3, 7)).toEqual(['repeated-traversal'])
  expect(of(30, 70, () => null)).toEqual(['repeated-load'])
})

it('leaves out that Hagstone itself stands between the program and libc', () => {
  const grown = 'main m.c:5 > libhagstone_agent.so!reallocate > libc.so.6!realloc > libc.so.6!memmove'
  const profile = profileFromStacks(`${grown}   KILLED_BY   ${grown}   90`)
  const [finding] = findingsOf(profile).findings
  expect(finding!.places).toMatchObject([{ function: 'main', line: 5, inLibrary: 'realloc() in libc.so.6' }])
})

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
/** Rows that wait: by function, module and code, and the effect on waste and use. */
import { expect, it } from 'vitest'
import { totalsByTool } from '../../../shared/metrics/totals.ts'
import type { ProfileTables } from '../../../shared/profile/profile.ts'
import { ACCESS_LOAD, CONTEXT_CREATED, CONTEXT_RETURN_ADDRESS, MODULE_THREAD_ROOT } from '../../raw/raw_layout.ts'
import { RawFileBuilder } from '../../raw/raw_writer.testing.ts'
import { buildReport } from '../../report/report.ts'
import type { Instruction } from '../../symbols/symbols_addon.ts'
import { KeptFiles } from '../../cache/kept_files.ts'
import { temporaryDirectory } from '../../profile/temporary_directory.testing.ts'
import { analyzeInMemory, type AnalysisOptions } from '../analyze_recording.ts'
import { KeptLoops } from './kept_loops.ts'
import { readRecordingDirectory } from '../recording_directory.ts'
import { DESCRIPTION, PROGRAM, recordingDirectory } from '../recording.testing.ts'
import { fakeSymbols, type FakeLoop } from '../symbols/symbols.testing.ts'
import type { SymbolSource } from '../symbols/symbol_source.ts'

const directory = temporaryDirectory()
const file = '/src/waits.c'
const REDUNDANT_WITH = 3
const CHANGED_BY = 4
const REDUNDANT_LOADS = 3
/** Existing files in place of the libraries' own. */
const LIBRARY = '/usr/lib/x86_64-linux-gnu/libc.so.6'
const TASKS = '/usr/lib/x86_64-linux-gnu/libtbb.so.12'
const [PROGRAM_MODULE, RUNTIME, LIBC, TASK_LIBRARY] = [1, 2, 3, 4]

/** Code of each function, 4 bytes an instruction from its first address. */
const CODE: Record<number, string[]> = {
  0x200: ['mov eax, [0x5240]', 'test eax, eax', 'jz 0x200', 'ret'],
  0x300: ['add rax, 0x1', 'cmp byte ptr [rax], 0x78', 'jnz 0x300', 'ret'],
  0x400: ['call 0x900', 'mov eax, [0x5240]', 'test eax, eax', 'jz 0x400', 'ret'],
  // Looks for tasks; runs them.
  0xb00: ['mov [rbx+0x10], eax', 'pause', 'cmp dword ptr [rax], 0x0', 'jz 0xb00', 'ret'],
  0xc00: ['call [rax+0x8]', 'mov [rbx+0x10], eax', 'pause', 'cmp dword ptr [rax], 0x0', 'jz 0xc00', 'ret'],
}
/** libstdc++ looks at the value before it waits. */
const HEADER = {
  name: 'void std::__atomic_wait_address_bare<std::__atomic_semaphore::_M_acquire()::{lambda()#1}>(int const*, std::__atomic_semaphore::_M_acquire()::{lambda()#1})',
  file: '/usr/include/c++/12/bits/atomic_wait.h',
  line: 440,
  functionLine: 435,
}
/** libc++ looks at the clock, tries, and in its loop looks at the clock again. */
const POLL = {
  name: 'bool std::__1::__libcpp_thread_poll_with_backoff<std::__1::latch::wait() const::{lambda()#1}>()',
  file: '/usr/include/c++/v1/__thread/poll_with_backoff.h',
  line: 40,
  functionLine: 37,
}
const loop = (header: number): FakeLoop[] => [{ frame: 0, header, file, line: 5 }]

function symbols(): SymbolSource {
  const named = fakeSymbols({
    [PROGRAM]: {
      frames: {
        0x10f: [{ name: 'main', file, line: 30, functionLine: 20 }],
        0x200: [{ name: 'spin', file, line: 5, functionLine: 4 }],
        0x300: [{ name: 'search', file, line: 9, functionLine: 8 }],
        0x40f: [{ name: 'yielding', file, line: 12, functionLine: 11 }],
        0x400: [{ name: 'yielding', file, line: 12, functionLine: 11 }],
        0x500: [{ name: 'reduce', file, line: 15, functionLine: 14 }],
        0x600: [{ name: 'tbb::detail::d1::start_for::execute', file: '/usr/include/oneapi/tbb/parallel_for.h', line: 167, functionLine: 160 }],
        0x700: [{ name: 'gomp_thread_start' }],
        0xd00: [{ name: 'rayon_core::registry::WorkerThread::wait_until_cold', file: '/src/registry.rs', line: 40, functionLine: 38 }],
        0xe00: [{ name: 'crossbeam_deque::deque::Stealer<T>::steal', file: '/src/deque.rs', line: 7, functionLine: 6 }],
        0x1000: [HEADER],
        0x1100: [HEADER, { name: 'std::__detail::__thread_relax()', file: HEADER.file, line: 136, functionLine: 134, inlined: true }],
        0x120f: [HEADER],
        0x130f: [POLL],
        0x140f: [POLL],
        0x1400: [POLL],
        0x150f: [{ name: 'std::__1::barrier<std::__1::__empty_completion>::arrive_and_wait()' }],
        0xf00: [{ name: '<rayon_core::job::StackJob<L,F,R> as rayon_core::job::Job>::execute', file: '/src/job.rs', line: 3, functionLine: 2 }],
      },
      loops: {
        0x200: loop(0x200),
        0x300: loop(0x300),
        0x40f: loop(0x400),
        0x400: loop(0x400),
        0x140f: loop(0x1400),
        0x1400: loop(0x1400),
        0x150f: loop(0x1500),
      },
    },
    '/usr/lib/libgomp.so.1': { frames: {} },
    [TASKS]: {
      frames: { 0xb00: [{ name: 'libtbb.so.12+0xb00' }], 0xc00: [{ name: 'libtbb.so.12+0xc00' }] },
      loops: { 0xb00: loop(0xb00), 0xc00: loop(0xc00) },
    },
    [LIBRARY]: {
      frames: {
        0x900: [{ name: 'sched_yield' }],
        0xa0f: [{ name: '__lll_lock_wait' }],
        0xa00: [{ name: '__lll_lock_wait' }],
        0x1000: [{ name: 'libc.so.6+0x1000' }],
        0x100f: [{ name: 'libc.so.6+0x1000' }],
        0x1100: [{ name: 'pthread_barrier_wait' }],
        0x1180: [{ name: 'pthread_barrier_wait' }, { name: 'futex_wake', inlined: true }],
        0x120f: [{ name: 'sem_wait' }],
        0x130f: [{ name: 'sem_post' }],
        0x1400: [{ name: 'std::__1::chrono::steady_clock::now()' }],
      },
    },
  })
  const lines = (low: number): Instruction[] =>
    CODE[low]!.map((text, i) => {
      const target = /^(?:call|j\w+) (0x\w+)$/.exec(text)?.[1]
      return {
        address: low + 4 * i,
        length: 4,
        bytes: '90909090',
        text,
        target: target === undefined ? null : Number(target),
        targetName: text === 'call 0x900' ? 'sched_yield@plt' : null,
        constant: false,
      }
    })
  return {
    openModule: (path, options) => {
      const module = named.openModule(path, options)
      return {
        ...module,
        disassemble: (low, high, syntax) =>
          (path === PROGRAM || path === TASKS) && high - low === 0x100 && CODE[low] !== undefined ? lines(low) : module.disassemble(low, high, syntax),
      }
    },
  }
}

type Frame = [module: number, offset: number, flags?: number]
const main: Frame = [PROGRAM_MODULE, 0x110, CONTEXT_RETURN_ADDRESS]

/** One thread for each path, with interrupts at its end, and a redundant and a useful load between them. */
async function analysed(
  paths: Frame[][],
  options: AnalysisOptions = { symbols: symbols() },
  { isCreated = false, runtime = '/usr/lib/libgomp.so.1' } = {},
): Promise<ProfileTables> {
  const raw = new RawFileBuilder({ tools: 1n << BigInt(REDUNDANT_LOADS) })
    .module(PROGRAM_MODULE, PROGRAM)
    .module(RUNTIME, runtime)
    .module(LIBC, LIBRARY)
    .module(TASK_LIBRARY, TASKS)
  const creator = isCreated ? raw.context(1, raw.thread(100, 'waits').threadRoot(1, 100), ...main) : 0
  paths.forEach((path, at) => {
    raw.thread(at + 1, 'waits')
    const leaf = path.reduce(
      (parent, [module, offset, flags = 0]) => raw.context(1, parent, module, offset, flags),
      isCreated ? raw.context(1, creator, MODULE_THREAD_ROOT, at + 1, CONTEXT_CREATED) : raw.threadRoot(1, at + 1),
    )
    raw.interrupted(1, leaf, 10)
    raw.pair(1, leaf, leaf, REDUNDANT_WITH, { traps: 3, credit: 3, amount: 30 }, REDUNDANT_LOADS)
    raw.pair(1, leaf, leaf, CHANGED_BY, { traps: 1, credit: 1, amount: 10 }, REDUNDANT_LOADS)
  })
  return (await analyzeInMemory(readRecordingDirectory(recordingDirectory({ 'process-100-1.hagraw': raw }, DESCRIPTION)), options)).profile
}

/** For each path, whether its end waits. */
async function waits(...paths: Frame[][]): Promise<number[]> {
  return Promise.all(paths.map(async (path) => (await analysed([path])).cpuTimes.waits[0]!))
}

it('is known by the code of a loop of the program', async () => {
  expect(await waits([main, [PROGRAM_MODULE, 0x200]], [main, [PROGRAM_MODULE, 0x300]])).toEqual([1, 0])
})

it("includes a loop's calls that yield the processor, and nothing else it calls", async () => {
  const call: Frame = [PROGRAM_MODULE, 0x410, CONTEXT_RETURN_ADDRESS]
  expect(await waits([main, call, [LIBC, 0x900]], [main, call, [PROGRAM_MODULE, 0x500]], [main, [LIBC, 0x900]])).toEqual([1, 0, 0])
})

it("is known by the name of a library function, without the program's code below it", async () => {
  expect(await waits([main, [LIBC, 0xa00]], [main, [LIBC, 0xa10, CONTEXT_RETURN_ADDRESS], [PROGRAM_MODULE, 0x500]])).toEqual([1, 0])
})

it('is what an OpenMP runtime without symbols does outside the program', async () => {
  expect(
    await waits(
      [
        [LIBC, 0x800, CONTEXT_RETURN_ADDRESS],
        [RUNTIME, 0x700],
      ],
      [main, [RUNTIME, 0x700]],
    ),
  ).toEqual([1, 0])
})

it('is so wherever the runtime is installed', async () => {
  const idle: Frame[] = [
    [LIBC, 0x800, CONTEXT_RETURN_ADDRESS],
    [RUNTIME, 0x700],
  ]
  expect((await analysed([idle], undefined, { runtime: '/opt/gcc/lib64/libgomp.so.1' })).cpuTimes.waits).toEqual(Uint8Array.of(1))
})

it('is so too in a thread that the program created', async () => {
  const idle: Frame[] = [
    [LIBC, 0x800, CONTEXT_RETURN_ADDRESS],
    [RUNTIME, 0x700],
  ]
  const works: Frame[] = [[LIBC, 0x800, CONTEXT_RETURN_ADDRESS], main, [RUNTIME, 0x700]]
  const profile = await analysed([idle, works], undefined, { isCreated: true })
  expect(profile.cpuTimes.waits.toSorted()).toEqual(Uint8Array.of(0, 1))
})

it('is what an OpenMP runtime inside the program does outside the code of regions', async () => {
  const begin: Frame = [PROGRAM_MODULE, 0x710, CONTEXT_RETURN_ADDRESS]
  expect(
    await waits(
      [
        [LIBC, 0x800, CONTEXT_RETURN_ADDRESS],
        [PROGRAM_MODULE, 0x700],
      ],
      [begin, [PROGRAM_MODULE, 0x500]],
    ),
  ).toEqual([1, 0])
})

it('is what threads of a task library do outside tasks, and its loops that look for tasks', async () => {
  const called: Frame = [TASK_LIBRARY, 0x910, CONTEXT_RETURN_ADDRESS]
  expect(await waits([called, [TASK_LIBRARY, 0x700]], [main, called, [TASK_LIBRARY, 0xb00]])).toEqual([1, 1])
  // Tasks begin in the library's headers, which are compiled into the program.
  expect(await waits([called, [PROGRAM_MODULE, 0x600]], [main, [TASK_LIBRARY, 0x700]], [main, [TASK_LIBRARY, 0xc00]])).toEqual([0, 0, 0])
})

it('is what a library that is built into the program does while it looks for tasks, and no task that it runs', async () => {
  const search: Frame = [PROGRAM_MODULE, 0xd01, CONTEXT_RETURN_ADDRESS]
  const task: Frame = [PROGRAM_MODULE, 0xf01, CONTEXT_RETURN_ADDRESS]
  expect(await waits([main, [PROGRAM_MODULE, 0xd00]], [main, search, [PROGRAM_MODULE, 0xe00]], [main, [PROGRAM_MODULE, 0xe00]])).toEqual([1, 1, 0])
  expect(await waits([main, search, task, [PROGRAM_MODULE, 0x500]], [main, search, task, search, [PROGRAM_MODULE, 0xe00]])).toEqual([0, 1])
})

it('is what the headers of C++20 do in a call that pauses, yields, or sleeps, and nothing where the value was there at once', async () => {
  const looks: Frame = [PROGRAM_MODULE, 0x1000]
  const pauses: Frame = [PROGRAM_MODULE, 0x1100]
  expect(await waits([main, looks], [main, pauses], [main, [PROGRAM_MODULE, 0x1210, CONTEXT_RETURN_ADDRESS], [LIBC, 0x900]])).toEqual([0, 1, 1])
  expect(
    (
      await analysed([
        [main, looks],
        [main, pauses],
      ])
    ).cpuTimes.waits,
  ).toEqual(Uint8Array.of(1, 1))
})

it('is what libc++ does in a call whose loop looks at the clock, yields, or sleeps, and nothing where the value was there at once', async () => {
  const begins: Frame[] = [main, [PROGRAM_MODULE, 0x1310, CONTEXT_RETURN_ADDRESS], [LIBC, 0x1400]]
  const tries: Frame[] = [main, [PROGRAM_MODULE, 0x1400]]
  const goesOn: Frame[] = [main, [PROGRAM_MODULE, 0x1410, CONTEXT_RETURN_ADDRESS], [LIBC, 0x1400]]
  const yields: Frame[] = [main, [PROGRAM_MODULE, 0x1410, CONTEXT_RETURN_ADDRESS], [LIBC, 0x900]]
  expect(await waits(begins, tries, goesOn, yields)).toEqual([0, 0, 1, 1])
  expect((await analysed([begins, tries, goesOn])).cpuTimes.waits).toEqual(Uint8Array.of(1, 1, 1))
})

it('is so too in a loop without lines of the function that calls it', async () => {
  const call: Frame = [PROGRAM_MODULE, 0x1510, CONTEXT_RETURN_ADDRESS]
  expect(await waits([main, call, [LIBC, 0x1400]], [main, call, [PROGRAM_MODULE, 0x500]])).toEqual([1, 0])
})

it('is what a C library without symbols does in a function of its own that a blocking function calls', async () => {
  const slowPath: Frame = [LIBC, 0x1000]
  const called: Frame = [LIBC, 0x1010, CONTEXT_RETURN_ADDRESS]
  const waiting: Frame = [LIBC, 0x1210, CONTEXT_RETURN_ADDRESS]
  const posting: Frame = [LIBC, 0x1310, CONTEXT_RETURN_ADDRESS]
  expect(await waits([main, waiting, slowPath], [main, waiting, called, slowPath], [main, posting, slowPath])).toEqual([1, 1, 0])
})

it('is not what wakes other threads: the last thread at a barrier does', async () => {
  expect(await waits([main, [LIBC, 0x1100]], [main, [LIBC, 0x1180]])).toEqual([1, 0])
})

it('is in neither waste nor use: of the whole run, of threads, and of intervals', async () => {
  const profile = await analysed([
    [main, [PROGRAM_MODULE, 0x200]],
    [main, [PROGRAM_MODULE, 0x300]],
  ])
  const { waste, use, waiting, fraction } = totalsByTool(profile)['redundant-loads']!
  expect({ waste, use, waiting, fraction }).toEqual({ waste: 30, use: 10, waiting: 40, fraction: 0.75 })
  expect(profile.threads.map(({ tools }) => tools['redundant-loads'])).toEqual([
    { traps: 4, waste: 0, use: 0 },
    { traps: 4, waste: 30, use: 10 },
  ])
  const report = buildReport(profile, { top: 10, functions: true })
  expect(report.cpuTime!.waiting! / report.cpuTime!.time).toBe(0.5)
  expect(report.pairs.map(({ relation, shareOfTotal }) => [relation, shareOfTotal])).toEqual([
    ['REDUNDANT_WITH', 0.75],
    ['WAITING', 1],
    ['CHANGED_BY', 0.25],
  ])
  expect(report.functions!.map(({ function: name, cpuTime }) => [name, cpuTime?.waiting])).toContainEqual(['spin', report.cpuTime!.waiting])
})

it("is in no thread's use of an exhaustive run", async () => {
  const raw = new RawFileBuilder({ engine: 4, driver: 1, period: 1n, attribution: 2, tools: 1n << BigInt(REDUNDANT_LOADS) }).module(PROGRAM_MODULE, PROGRAM)
  const loads = [{ offset: 0, kind: ACCESS_LOAD, bytes: 8 }]
  const runs = [
    { offset: 0x200, executions: 10 },
    { offset: 0x300, executions: 20 },
  ]
  runs.forEach(({ offset, executions }, at) => {
    const call = raw.thread(at + 1, 'waits').context(1, raw.threadRoot(1, at + 1), PROGRAM_MODULE, 0x110, CONTEXT_RETURN_ADDRESS)
    const load = raw.context(1, call, PROGRAM_MODULE, offset)
    raw.blockCount(1, raw.block(1, PROGRAM_MODULE, offset, loads, 4), call, executions)
    raw.exactPair(1, load, load, { tool: REDUNDANT_LOADS, relation: REDUNDANT_WITH }, { instances: 2, bytes: 16 })
  })
  const { profile } = await analyzeInMemory(
    readRecordingDirectory(recordingDirectory({ 'process-1-1.hagraw': raw }, { ...DESCRIPTION, engine: 'exhaustive' })),
    { symbols: symbols() },
  )
  expect(totalsByTool(profile)['redundant-loads']).toMatchObject({ waste: 16, use: 144, waiting: 80 })
  expect(profile.threads.map(({ tools }) => [tools['redundant-loads']!.waste, tools['redundant-loads']!.use])).toEqual([
    [0, 0],
    [16, 144],
  ])
})

it('is known for modules analysed before, by their build id and file', async () => {
  const kept = (): KeptLoops => new KeptLoops(new KeptFiles('loops-3', 1 << 20, { XDG_CACHE_HOME: directory }), 0)
  let looks = 0
  const file = join(directory, 'library.so')
  writeFileSync(file, 'code')
  const source = (buildId: string): SymbolSource => ({
    openModule: (path, options) => {
      const module = symbols().openModule(path, options)
      return {
        ...module,
        path: file,
        buildId,
        disassemble: (low, high, syntax) => {
          if (high - low === 0x100) looks++
          return module.disassemble(low, high, syntax)
        },
      }
    },
  })
  const paths: Frame[][] = [
    [main, [PROGRAM_MODULE, 0x200]],
    [main, [PROGRAM_MODULE, 0x300]],
  ]
  const waitsBy = async (buildId: string): Promise<number[]> => {
    looks = 0
    const keptLoops = kept()
    const { cpuTimes } = await analysed(paths, { symbols: source(buildId), keptLoops, withoutCode: true })
    keptLoops.keep()
    return [...cpuTimes.waits]
  }
  expect([await waitsBy('ab'), looks]).toEqual([[1, 0], 2])
  expect([await waitsBy('ab'), looks]).toEqual([[1, 0], 0])
  writeFileSync(file, 'code without symbols')
  expect([await waitsBy('ab'), looks]).toEqual([[1, 0], 2])
  expect([await waitsBy('cd'), looks]).toEqual([[1, 0], 2])
  expect([await waitsBy(''), looks]).toEqual([[1, 0], 2])
  expect([await waitsBy(''), looks]).toEqual([[1, 0], 2])
})

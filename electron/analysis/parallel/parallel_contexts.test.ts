/** The place and the name in the tree of code of parallel regions and tasks. */
import { expect, it } from 'vitest'
import { INSTRUCTION, LINE } from '../../../shared/profile/tables.ts'
import { CONTEXT_REGION_CALL, CONTEXT_RETURN_ADDRESS } from '../../raw/raw_layout.ts'
import { RawFileBuilder } from '../../raw/raw_writer.testing.ts'
import { analyzeInMemory } from '../analyze_recording.ts'
import { readRecordingDirectory } from '../recording_directory.ts'
import { DESCRIPTION, PROGRAM, recordingDirectory } from '../recording.testing.ts'
import { fakeSymbols } from '../symbols/symbols.testing.ts'

const file = '/src/solver.c'
const PROGRAM_MODULE = 1
const RUNTIME = 2
const LIBC = 3
const symbols = fakeSymbols({
  [PROGRAM]: {
    frames: {
      0x10f: [{ name: 'main', file, line: 30, functionLine: 20 }],
      0x208: [{ name: 'main._omp_fn.0', file, line: 32, functionLine: 20 }],
      0x20f: [{ name: 'main._omp_fn.0', file, line: 33, functionLine: 20 }],
      0x200: [{ name: 'main._omp_fn.0', file, line: 31, functionLine: 20 }],
      0x308: [{ name: 'main._omp_fn.1', file, line: 35, functionLine: 20 }],
      // Clang: what unpacks the arguments, and the code itself inlined into it.
      0x400: [{ name: '.omp_outlined.', file, line: 41, functionLine: 41 }],
      0x408: [
        { name: '.omp_outlined.', file, line: 41, functionLine: 41 },
        { name: '.omp_outlined._debug__', file, line: 43, functionLine: 42, inlined: true },
      ],
    },
    entries: { 0x200: { file, line: 31 }, 0x300: { file, line: 34 }, 0x400: { file, line: 41 } },
  },
})

/** One interrupt at the end of each path of [module, offset, flags], all in threads of their own. @returns the functions and lines above each interrupt */
async function treeOf(paths: Array<Array<[module: number, offset: number, flags?: number]>>): Promise<string[]> {
  const raw = new RawFileBuilder()
    .module(PROGRAM_MODULE, PROGRAM)
    .module(RUNTIME, '/usr/lib/libgomp.so.1')
    .module(LIBC, '/usr/lib/libc.so.6')
    .module(4, '/opt/libhagstone_agent.so')
  paths.forEach((path, at) => {
    raw.thread(at + 1, 'solver')
    const leaf = path.reduce((parent, [module, offset, flags = 0]) => raw.context(1, parent, module, offset, flags), raw.threadRoot(1, at + 1))
    raw.interrupted(1, leaf, 1)
  })
  const {
    profile: { nodes, functions, cpuTimes },
  } = await analyzeInMemory(readRecordingDirectory(recordingDirectory({ 'process-100-1.hagraw': raw }, DESCRIPTION)), { symbols })
  const textTo = (row: number): string[] => {
    if (row <= 0) return []
    const text = nodes.kind[row] === LINE ? `:${nodes.line[row]}` : functions[nodes.functionIndex[row]!]!.name
    return nodes.kind[row] === INSTRUCTION ? textTo(nodes.parent[row]!) : [...textTo(nodes.parent[row]!), text]
  }
  return Array.from(cpuTimes.node, (node) => textTo(node).join(' ▸ '))
}

const main: [number, number, number] = [PROGRAM_MODULE, 0x110, CONTEXT_RETURN_ADDRESS]
const region: [number, number, number] = [PROGRAM_MODULE, 0x200, CONTEXT_REGION_CALL]

it('gives the function of a region one row, at its directive', async () => {
  expect(await treeOf([[main, region, [PROGRAM_MODULE, 0x208]]])).toEqual(['main ▸ parallel region at solver.c:31 ▸ :32'])
})

it('keeps the region if its code left its own frame by a tail call', async () => {
  expect(await treeOf([[main, region, [LIBC, 0x700]]])).toEqual(['main ▸ parallel region at solver.c:31 ▸ libc.so.6+0x700'])
})

it("leaves out the runtime's frames above a task, and distinguishes it from a region", async () => {
  const barrier: Array<[number, number, number]> = [
    [RUNTIME, 0x900, CONTEXT_RETURN_ADDRESS],
    [RUNTIME, 0x980, CONTEXT_RETURN_ADDRESS],
  ]
  const inside: [number, number, number] = [PROGRAM_MODULE, 0x210, CONTEXT_RETURN_ADDRESS]
  expect(await treeOf([[main, region, inside, ...barrier, [PROGRAM_MODULE, 0x308]]])).toEqual([
    'main ▸ parallel region at solver.c:31 ▸ task at solver.c:34 ▸ :35',
  ])
})

it("keeps the runtime's own work, and its calls into the C library", async () => {
  const inside: [number, number, number] = [PROGRAM_MODULE, 0x210, CONTEXT_RETURN_ADDRESS]
  const own = await treeOf([
    [main, region, inside, [RUNTIME, 0x900]],
    [main, region, inside, [RUNTIME, 0x901, CONTEXT_RETURN_ADDRESS], [LIBC, 0x700]],
  ])
  expect(own).toEqual([
    'main ▸ parallel region at solver.c:31 ▸ libgomp.so.1+0x900',
    'main ▸ parallel region at solver.c:31 ▸ libgomp.so.1+0x901 ▸ libc.so.6+0x700',
  ])
})

it('shows a region that began before the recording below the start of its thread', async () => {
  expect(
    await treeOf([
      [
        [LIBC, 0x800, CONTEXT_RETURN_ADDRESS],
        [RUNTIME, 0xa00, CONTEXT_RETURN_ADDRESS],
        [PROGRAM_MODULE, 0x208],
      ],
    ]),
  ).toEqual(['libc.so.6+0x800 ▸ parallel region at solver.c:31 ▸ :32'])
})

it("makes one row of the two functions that Clang has for a region's code", async () => {
  expect(await treeOf([[main, [PROGRAM_MODULE, 0x400, CONTEXT_REGION_CALL], [PROGRAM_MODULE, 0x408]]])).toEqual(['main ▸ parallel region at solver.c:41 ▸ :43'])
})

import { describe, expect, it } from 'vitest'
import { contextOf } from '../../../shared/profile/frames.ts'
import type { ProfileTables } from '../../../shared/profile/profile.ts'
import { NODE_KINDS } from '../../../shared/profile/tables.ts'
import { analyzeInMemory } from '../analyze_recording.ts'
import { PROGRAM, recordingDirectory, solverRecording } from '../recording.testing.ts'
import { readRecordingDirectory } from '../recording_directory.ts'
import type { SymbolSource } from './symbol_source.ts'
import { fakeSymbols, type FakeLoop } from './symbols.testing.ts'

const FRAMES = {
  0x10f: [{ name: 'main', file: '/src/main.c', line: 41 }],
  0x11f: [{ name: 'main', file: '/src/main.c', line: 44 }],
  0x200: [
    { name: 'init', file: '/src/solver.c', line: 117 },
    { name: 'set', file: '/src/set.h', line: 5, inlined: true },
  ],
  0x300: [{ name: 'fill', file: '/src/solver.c', line: 131 }],
}

function symbolsWith(loops: Record<number, FakeLoop[]>): SymbolSource {
  return fakeSymbols({ [PROGRAM]: { frames: FRAMES, loops } })
}

async function analyse(symbols: SymbolSource): Promise<ProfileTables> {
  return (await analyzeInMemory(readRecordingDirectory(recordingDirectory({ 'process-1-1.hagraw': solverRecording() })), { symbols })).profile
}

function rows({ nodes, files, functions }: ProfileTables): string[] {
  const depth = new Int32Array(nodes.length)
  return Array.from({ length: nodes.length }, (_, row) => {
    if (row > 0) depth[row] = depth[nodes.parent[row]!]! + 1
    const place = nodes.line[row]! > 0 ? ` ${files[nodes.file[row]!]}:${nodes.line[row]}` : ''
    return `${'  '.repeat(depth[row]!)}${NODE_KINDS[nodes.kind[row]!]} ${functions[nodes.functionIndex[row]!]?.name ?? ''}${place}`.trimEnd()
  })
}

describe('loops of a recording', () => {
  it('come between their frame and what runs in them', async () => {
    const profile = await analyse(
      symbolsWith({
        0x10f: [{ frame: 0, header: 0x100, file: '/src/main.c', line: 40 }],
        0x200: [
          { frame: 0, header: 0x1f0, file: '/src/solver.c', line: 116 },
          { frame: 1, header: 0x1f8, file: '/src/set.h', line: 3 },
          { frame: 1, header: 0x1fc, file: '/src/set.h', line: 4 },
        ],
        0x300: [
          { frame: 0, header: 0x2f0 },
          { frame: 0, header: 0x2f8 },
        ],
      }),
    )
    expect(rows(profile)).toEqual([
      'root',
      '  function main',
      '    loop main /src/main.c:40',
      '      function init /src/main.c:41',
      '        loop init /src/solver.c:116',
      '          inlined set /src/solver.c:117',
      '            loop set /src/set.h:3',
      '              loop set /src/set.h:4',
      '                line set /src/set.h:5',
      '                  instruction set',
      '    function fill /src/main.c:44',
      '      loop fill',
      '        loop fill',
      '          line fill /src/solver.c:131',
      '            instruction fill',
    ])
    expect(contextOf(profile, profile.pairs.target[0]!).leaf.loop).toBe('loop at 0x2f8')
    expect(profile.counters.find((counter) => counter.name === 'loops')?.value).toBe(3)
  })

  it('that were left out are counted and reported', async () => {
    const source = symbolsWith({})
    const profile = await analyse({
      openModule: (path, options) => ({
        ...source.openModule(path, options),
        loopStatistics: { functions: 9, loops: 4, irreducibleRegions: 2, unresolvedJumps: 1, tooLarge: 0 },
      }),
    })
    expect(profile.notes).toContain(
      'Omitted loops: 2 cycles of the control flow with several entries, which are not loops; 1 jump through a table that was not found, where loops may be missing.',
    )
    expect(profile.counters.find((counter) => counter.name === 'loops_irreducible')?.value).toBe(2)
  })
})

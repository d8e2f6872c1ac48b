import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { SeededRandom } from '../../../shared/metrics/statistics/random.ts'
import type { ProfileTables } from '../../../shared/profile/profile.ts'
import { contextOf } from '../../../shared/profile/frames.ts'
import { CONTEXT_RETURN_ADDRESS, MODULE_UNKNOWN } from '../../raw/raw_layout.ts'
import { RawFileBuilder } from '../../raw/raw_writer.testing.ts'
import { analyzeInMemory } from '../analyze_recording.ts'
import { namesIn } from './generated_code.ts'
import { PROGRAM, recordingDirectory, SOLVER_SYMBOLS } from '../recording.testing.ts'
import { readRecordingDirectory } from '../recording_directory.ts'

const names = (map: string, ...addresses: number[]): Array<string | null> => namesIn(Buffer.from(map), Float64Array.from(addresses))

describe('a map of code compiled at run time', () => {
  it('names what its ranges cover', () => {
    expect(names('1000 20 LazyCompile:*fib /app/fib.js:1:13\n0x1020 0x10 main\n', 0xfff, 0x1000, 0x101f, 0x1020, 0x1030)).toEqual([
      null,
      'LazyCompile:*fib /app/fib.js:1:13',
      'LazyCompile:*fib /app/fib.js:1:13',
      'main',
      null,
    ])
  })

  it('lets the last of overlapping lines win', () => {
    expect(names('1000 100 old\n1040 20 inner\n1000 10 new', 0x1000, 0x1010, 0x1050, 0x1060)).toEqual(['new', 'old', 'inner', 'old'])
  })

  it('skips lines that make no sense', () => {
    expect(names('\n\nhello\n1000 10\n1000  \n-1 5 negative\nfffffffffffffffff 1 long\n2000 10 good  \r\n\u0000\n', 0x1000, 0x2000)).toEqual([null, 'good'])
    expect(names('', 1)).toEqual([null])
  })

  it('agrees with the plain reading of random maps', () => {
    const random = new SeededRandom(11)
    for (let round = 0; round < 300; round++) {
      const lines = Array.from({ length: random.nextBelow(20) }, (_, i) => ({ start: random.nextBelow(40), size: random.nextBelow(20), name: `f${i}` }))
      const addresses = Array.from({ length: random.nextBelow(30) }, () => random.nextBelow(60))
      const map = lines.map(({ start, size, name }) => `${start.toString(16)} ${size.toString(16)} ${name}\n`).join('')
      expect(names(map, ...addresses)).toEqual(
        addresses.map((address) => lines.findLast(({ start, size }) => start <= address && address < start + size)?.name ?? null),
      )
    }
  })
})

function generated(processId: number): RawFileBuilder {
  const file = new RawFileBuilder({ process_id: processId }).module(1, PROGRAM).thread(1, 'node')
  const caller = file.context(1, file.threadRoot(1, 1), 1, 0x110, CONTEXT_RETURN_ADDRESS)
  const compiled = file.context(1, caller, MODULE_UNKNOWN, 0x7000_0010, CONTEXT_RETURN_ADDRESS)
  const leaf = file.context(1, compiled, MODULE_UNKNOWN, 0x7000_0100)
  file.pair(1, leaf, leaf, 1, { traps: 20, credit: 20, amount: 20 })
  return file
}

const SAMPLED = ['processes/process-7-1.hagraw', 'processes/process-8-1.hagraw']

async function analyse(maps: Record<string, string>, rawFiles = SAMPLED): Promise<ProfileTables> {
  const directory = recordingDirectory({})
  for (const path of rawFiles) {
    mkdirSync(dirname(join(directory, path)), { recursive: true })
    generated(Number(/process-(\d+)-/.exec(path)![1])).write(join(directory, path))
  }
  for (const [path, text] of Object.entries(maps)) writeFileSync(join(directory, path), text)
  return (await analyzeInMemory(readRecordingDirectory(directory), { symbols: SOLVER_SYMBOLS })).profile
}

function chains(profile: ProfileTables): string[] {
  return Array.from(profile.pairs.source, (node) => {
    const { frames, leaf } = contextOf(profile, node)
    return [...frames, leaf].map((frame) => frame.function).join(' > ')
  })
}

describe('frames in no module', () => {
  it('have the names that their own process gave', async () => {
    const profile = await analyse({ 'perf-7.map': '70000000 20 outer\n70000100 8 inner\n', 'perf-8.map': '70000000 11 other\n' })
    expect(chains(profile)).toEqual(['main > outer > inner', 'main > other > 0x70000100'])
    expect(profile.notes).toContain('Some code is in no file (generated at run time) and is shown by its address.')
  })

  it('have the names of a map beside the raw files, as in recordings of earlier versions', async () => {
    const profile = await analyse({ 'perf-7.map': '70000000 1000 compiled\n' }, ['process-7-1.hagraw'])
    expect(chains(profile)).toEqual(['main > compiled > compiled'])
  })

  it('have the names that the process of their own rank gave', async () => {
    const maps = { 'rank-0/perf-7.map': '70000000 1000 first\n', 'rank-1/perf-7.map': '70000000 1000 second\n' }
    const profile = await analyse(maps, ['rank-0/processes/process-7-1.hagraw', 'rank-1/processes/process-7-1.hagraw'])
    expect(chains(profile).toSorted()).toEqual(['main > first > first', 'main > second > second'])
  })

  it('are all named: no note', async () => {
    const map = '70000000 1000 compiled\n'
    const profile = await analyse({ 'perf-7.map': map, 'perf-8.map': map })
    expect(chains(profile).every((chain) => chain === 'main > compiled > compiled')).toBe(true)
    expect(profile.notes.join()).not.toMatch(/no file/)
  })

  it('have addresses without a map, and merge then as before', async () => {
    const profile = await analyse({})
    expect(chains(profile)).toEqual(['main > 0x70000010 > 0x70000100'])
  })
})

import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { SeededRandom } from '../../../shared/metrics/statistics/random.ts'
import { exhaustive } from '../../raw/damaged_recordings.testing.ts'
import { CONTEXT_AFTER, CONTEXT_RETURN_ADDRESS, MODULE_REGION, MODULE_SYSTEM_CALL, MODULE_UNKNOWN } from '../../raw/raw_layout.ts'
import { RawFileBuilder } from '../../raw/raw_writer.testing.ts'
import { temporaryDirectory } from '../../profile/temporary_directory.testing.ts'
import { analyzeRecording } from '../analyze_recording.ts'
import { DESCRIPTION, PROGRAM, SOLVER_SYMBOLS } from '../recording.testing.ts'
import { analyzeShard } from './analyze_shard.ts'
import { filesOfShard } from './division.ts'
import { partialName } from './partial_file.ts'
import { reduceShards } from './reduce_shards.ts'

const OFFSETS = [0x110, 0x120, 0x200, 0x300]
const FLAGS = [0, CONTEXT_RETURN_ADDRESS, CONTEXT_AFTER]

/** Some threads whose contexts are partly those of other processes; code outside of modules and regions without a name too. */
function madeUp(random: SeededRandom, startTime: number, processId: number): RawFileBuilder {
  const modules = random.nextBelow(2) === 0 ? ['/lib/other.so', PROGRAM] : [PROGRAM]
  const file = new RawFileBuilder({ start_time: BigInt(startTime), process_id: processId })
  modules.forEach((path, at) => file.module(at + 1, path))
  const places = [...modules.map((_, at) => at + 1), MODULE_UNKNOWN, MODULE_SYSTEM_CALL, MODULE_REGION]
  for (let thread = 1; thread <= 3; thread++) {
    file.thread(thread, `worker ${thread}`).threadEnd(thread, 1_000_000_000 * thread)
    const contexts = [file.threadRoot(thread, thread)]
    while (contexts.length < 20) {
      const module = places[random.nextBelow(places.length)]!
      contexts.push(
        file.context(
          thread,
          contexts[random.nextBelow(contexts.length)]!,
          module,
          module === MODULE_REGION ? 1 + random.nextBelow(3) : OFFSETS[random.nextBelow(OFFSETS.length)]!,
          FLAGS[random.nextBelow(FLAGS.length)],
        ),
      )
    }
    const leaf = (): number => contexts[1 + random.nextBelow(contexts.length - 1)]!
    for (let pair = 0; pair < 8; pair++) {
      const traps = 1 + random.nextBelow(20)
      const identity = file.pair(thread, leaf(), leaf(), 1 + random.nextBelow(2), { traps, credit: traps, amount: traps * 1.1 })
      for (let trap = 0; trap < traps; trap++) file.trap(thread, startTime + random.nextBelow(1_000_000_000), identity)
    }
    const [early, late] = [leaf(), leaf()]
    file
      .interrupted(thread, early, 1)
      .interrupted(thread, late, 1)
      .trace(thread, startTime + thread, [
        [early, 10, 1000],
        [late, 2000, 900],
      ])
    file
      .watch(thread, leaf(), { sampled: 50, accounted: 40, armed: 45, bytes: 400 })
      .statistics(thread, { samples: 50, traps: 40, cpu_time: 1_000_000_000, contexts: 20 })
  }
  return file
}

/** Seven ranks of two processes each; of rank 3 one file is no recording, rank 5 left none. */
function ranks(): string {
  const random = new SeededRandom(5)
  const directory = temporaryDirectory()
  for (let rank = 0; rank < 7; rank++) {
    const own = join(directory, `rank-${rank}`)
    mkdirSync(own)
    writeFileSync(join(own, 'recording.json'), JSON.stringify({ ...DESCRIPTION, rank, rankCount: 8 }))
    if (rank === 5) continue
    madeUp(random, 9_000_000_000 - rank, 10 + rank).write(join(own, 'process-1-1.hagraw'))
    madeUp(random, 8_000_000_000, 100 + rank).write(join(own, 'process-2-1.hagraw'))
    if (rank === 3) writeFileSync(join(own, 'process-2-1.hagraw'), 'no recording')
  }
  return directory
}

/** Processes of one launcher, which began in another order than that of their names; one file is no recording. */
function processes(made: (start: number, process: number) => RawFileBuilder): string {
  const directory = temporaryDirectory()
  for (const [at, start] of [5, 3, 9, 3, 1].entries()) made(start * 1_000_000_000, 10 + at).write(join(directory, `process-${at}-1.hagraw`))
  writeFileSync(join(directory, 'process-6-1.hagraw'), 'no recording')
  writeFileSync(join(directory, 'recording.json'), JSON.stringify(DESCRIPTION))
  return directory
}

const options = { symbols: SOLVER_SYMBOLS }

/** The bytes of the profile: all of its tables, in their order. */
async function whole(directory: string): Promise<Buffer> {
  const output = join(temporaryDirectory(), 'whole.hagstone')
  await analyzeRecording(directory, output, options)
  return readFileSync(output)
}

async function reduced(directory: string): Promise<Buffer> {
  const output = join(temporaryDirectory(), 'reduced.hagstone')
  await reduceShards(directory, output, options)
  return readFileSync(output)
}

async function analyzeShards(directory: string, count: number, indices = Array.from({ length: count }, (_, at) => at + 1)): Promise<void> {
  for (const index of indices) await analyzeShard(directory, { index, count })
}

describe('shards, reduced, equal one analysis of everything', () => {
  const recordings: Array<[string, () => string]> = [
    ['ranks, some damaged or without a recording', ranks],
    ['processes of one launcher', () => processes((start, process) => madeUp(new SeededRandom(process), start, process))],
    ['processes that the exhaustive engine counted', () => processes(() => exhaustive())],
  ]
  test.each(recordings)('%s', async (_, record) => {
    const directory = record()
    const expected = await whole(directory)
    for (const count of [1, 2, 3, 16]) {
      await analyzeShards(directory, count)
      expect((await reduced(directory)).equals(expected), `${count} shards`).toBe(true)
      for (let index = 1; index <= count; index++) rmSync(join(directory, partialName({ index, count })))
    }
  })
})

test('every raw file is in one shard, and those of a rank in the same one', () => {
  const directory = ranks()
  for (const count of [1, 2, 3, 5, 8]) {
    const shards = Array.from({ length: count }, (_, at) => filesOfShard(directory, { index: at + 1, count }))
    const all = shards.flat()
    expect(all).toHaveLength(12)
    expect(new Set(all).size).toBe(12)
    const shardsOfRanks = shards.map((files) => new Set(files.map((file) => file.split('/')[0])))
    expect(shardsOfRanks.reduce((sum, own) => sum + own.size, 0)).toBe(6)
  }
})

describe('jobs of an array', () => {
  let directory: string
  beforeAll(() => {
    directory = ranks()
  })

  test('may run twice and concurrently, and leave only their partial profiles', async () => {
    await analyzeShards(directory, 3)
    const partials = (): Array<[string, string]> =>
      readdirSync(directory)
        .filter((name) => !name.startsWith('rank-'))
        .toSorted()
        .map((name) => [name, readFileSync(join(directory, name)).toString('base64')])
    const before = partials()
    expect(before.map(([name]) => name)).toEqual([1, 2, 3].map((index) => `shard-${index}-of-3.hagpartial`))
    await Promise.all([1, 2, 2, 3, 1].map((index) => analyzeShard(directory, { index, count: 3 })))
    expect(partials()).toEqual(before)
  })

  test('of an incomplete division leave the complete one to the reduction', async () => {
    await analyzeShards(directory, 4, [1, 2])
    expect((await reduced(directory)).equals(await whole(directory))).toBe(true)
  })
})

describe('the reduction says in one line what to do', () => {
  async function refusal(change: (directory: string) => Promise<void> | void): Promise<string> {
    const directory = ranks()
    await analyzeShards(directory, 3)
    await change(directory)
    const message = await reduced(directory).then(
      () => 'reduced',
      (error: Error) => error.message,
    )
    return message.replaceAll(`${directory}/`, '').replaceAll(directory, 'DIRECTORY')
  }
  const remove =
    (...indices: number[]) =>
    (directory: string): void => {
      for (const index of indices) rmSync(join(directory, partialName({ index, count: 3 })))
    }

  test.each<[string, (directory: string) => Promise<void> | void, string]>([
    [
      'where no shard was analysed',
      remove(1, 2, 3),
      'DIRECTORY holds no partial profile; run hagstone analyze --shard I/N there for every I from 1 to N first',
    ],
    ['where one is missing', remove(2), 'DIRECTORY lacks the partial profile of shard 2/3; run hagstone analyze --shard 2/3 there, then --reduce again'],
    [
      'where several are missing',
      remove(1, 3),
      'DIRECTORY lacks the partial profile of shard 1/3 and 1 more; run hagstone analyze --shard 1/3 and the others there, then --reduce again',
    ],
    [
      'where one was cut',
      (directory) =>
        writeFileSync(join(directory, partialName({ index: 2, count: 3 })), readFileSync(join(directory, partialName({ index: 2, count: 3 }))).subarray(0, -1)),
      'shard-2-of-3.hagpartial is damaged; run hagstone analyze --shard 2/3 again',
    ],
    [
      'where one is empty',
      (directory) => writeFileSync(join(directory, partialName({ index: 2, count: 3 })), ''),
      'shard-2-of-3.hagpartial is damaged; run hagstone analyze --shard 2/3 again',
    ],
    [
      'where a raw file grew',
      (directory) => appendFileSync(join(directory, 'rank-6/process-1-1.hagraw'), 'x'),
      'rank-6/process-1-1.hagraw changed after shard 3/3 was analysed; run that shard again',
    ],
    [
      'where a raw file was written again',
      (directory) => utimesSync(join(directory, 'rank-0/process-1-1.hagraw'), 1, 1),
      'rank-0/process-1-1.hagraw changed after shard 1/3 was analysed; run that shard again',
    ],
    [
      'where a raw file came later',
      (directory) => writeFileSync(join(directory, 'rank-1/process-3-1.hagraw'), ''),
      'rank-1/process-3-1.hagraw came after the shards were analysed; run all shards again',
    ],
    [
      'where a raw file went',
      (directory) => rmSync(join(directory, 'rank-1/process-2-1.hagraw')),
      'rank-1/process-2-1.hagraw is gone since the shards were analysed; run all shards again',
    ],
  ])('%s', async (_, change, line) => {
    expect(await refusal(change)).toBe(line)
  })

  test('wherever a bit of a partial profile changes', async () => {
    const directory = ranks()
    await analyzeShards(directory, 1)
    const path = join(directory, partialName({ index: 1, count: 1 }))
    const bytes = readFileSync(path)
    const random = new SeededRandom(3)
    for (let round = 0; round < 100; round++) {
      const changed = Buffer.from(bytes)
      const at = random.nextBelow(bytes.length)
      changed[at] = changed[at]! ^ (1 << random.nextBelow(8))
      writeFileSync(path, changed)
      await expect(reduced(directory)).rejects.toThrow(/ is damaged; run hagstone analyze --shard 1\/1 again$/)
    }
  })
})

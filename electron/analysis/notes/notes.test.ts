import { expect, it } from 'vitest'
import { RawFileBuilder } from '../../raw/raw_writer.testing.ts'
import type { StatisticName } from '../../raw/raw_layout.ts'
import { analyzeInMemory } from '../analyze_recording.ts'
import { readRecordingDirectory } from '../recording_directory.ts'
import { DESCRIPTION, recordingDirectory } from '../recording.testing.ts'

const TRACER = 3
const SEVERAL_TOOLS = 0b100110n

async function notesOf(header: ConstructorParameters<typeof RawFileBuilder>[0], statistics: Partial<Record<StatisticName, number>>): Promise<string> {
  const file = new RawFileBuilder(header).thread(1, 'a').statistics(1, statistics)
  const { profile } = await analyzeInMemory(readRecordingDirectory(recordingDirectory({ 'process-1-1.hagraw': file })), { symbols: null })
  return profile.notes.join('\n')
}

it.each<[string, ConstructorParameters<typeof RawFileBuilder>[0], Partial<Record<StatisticName, number>>, RegExp]>([
  ['shared samples', { tools: SEVERAL_TOOLS }, {}, /went to one of the tools at random/],
  [
    'when lines are shared',
    { tools: SEVERAL_TOOLS },
    { published_in_turns: 7 },
    /^A cache line counts as shared if another thread used it within two sampling intervals\.$/m,
  ],
  ['the tracer', { transport: TRACER }, {}, /tracing process/],
  ['rotated registers', {}, { cpu_time: 400, cpu_time_unwatched: 100 }, /25 % of the CPU time was not watched/],
  ['a busy machine', {}, { cpu_time: 4e9, processor_wait: 3e9 }, /waited 3\.0 s for a processor, beside 4\.0 s of CPU time: the machine was busy/],
  ['threads that wait often', {}, { clock_ticks: 2 }, /2 threads changed between waiting .* they were sampled at the kernel's clock ticks only/],
  [
    'watchpoints for part of the time',
    {},
    { clock_ticks: 2, rests: 30, timer_signals: 6, kernel_interrupts: 4 },
    /75 % of all sampling interrupts found the thread without/,
  ],
  ['an adapted period', {}, { period_raised: 3, period_lowered: 1 }, /doubled 3 times and halved 1 time to/],
  [
    'lost samples',
    {},
    { samples: 60, dropped_barren: 10, dropped_system_call: 30 },
    /40 % of the sampling interrupts led to no sample, most often: system call on the way/,
  ],
  ['a pause', {}, { paused: 2 }, /paused for some time/],
  ['throttling', {}, { dropped_sample_lost: 7 }, /lost or throttled 7/],
  ['shared counters', {}, { dropped_counter_backwards: 1, dropped_counter_multiplexed: 2 }, /3 reuses are omitted/],
])('notes %s', async (_, header, statistics, sentence) => {
  expect(await notesOf(header, statistics)).toMatch(sentence)
})

it('notes how often threads that shared lines took turns', async () => {
  const file = new RawFileBuilder({ tools: SEVERAL_TOOLS }).thread(1, 'a')
  const [one, other] = [file.context(1, file.threadRoot(1, 1), 1, 0x100), file.context(1, file.threadRoot(1, 1), 1, 0x200)]
  file.sharedPair(1, one, other, { traps: 40, credit: 40, amount: 40 }, { writer: 1, offset: 64 })
  file.statistics(1, { shared_in_turns: 30, published_in_turns: 50 })
  const { profile } = await analyzeInMemory(readRecordingDirectory(recordingDirectory({ 'process-1-1.hagraw': file })), { symbols: null })
  expect(profile.notes.join('\n')).toMatch(
    /within two sampling intervals\. In 25 % of the observations of sharing, the threads ran on different processors\. Between threads that take turns on one processor, sharing costs no time\. On several/,
  )
})

it('notes a rate that the clock does not keep', async () => {
  const notes = async (period: number): Promise<string> => {
    const file = new RawFileBuilder({ transport: TRACER, period: 8_000_009n }).thread(1, 'a').statistics(1, {})
    const { profile } = await analyzeInMemory(readRecordingDirectory(recordingDirectory({ 'process-1-1.hagraw': file }, { ...DESCRIPTION, period })), {
      symbols: null,
    })
    return profile.notes.join('\n')
  }
  expect(await notes(1_000_000)).toContain('The requested rate of 1,000 per second of CPU time was not reached. The rate was at most 125 per second')
  expect(await notes(8_000_000)).not.toContain('was not kept')
})

it('notes nothing that did not happen', async () => {
  const notes = await notesOf({}, { samples: 100, dropped_barren: 5, cpu_time: 400 })
  expect(notes).not.toMatch(/dealt|turns|tracing|registers were|doubled|led to no sample|paused|throttled|left out, because/)
})

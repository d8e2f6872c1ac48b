/** The first finding of each canonical case is the one that its source calls for, and false leads have none. */
import { execFileSync } from 'node:child_process'
import { beforeAll, describe, expect, it } from 'vitest'
import type { TestContext } from 'vitest'
import type { ValueAdvice } from '../../../shared/values.ts'
import { openProfile } from '../../../electron/profile/open_profile.ts'
import { invariances } from '../../../shared/metrics/values/invariance.ts'
import { nativeDirectories } from '../../../electron/paths.ts'
import { valueAdvice } from '../../../electron/report/values/advice.ts'
import { long } from '../../../scripts/test/long.ts'
import { exhaustiveEngineIsBuilt } from '../../support/exhaustive_engine.ts'
import { hagstone } from '../../support/hagstone.ts'
import {
  ADVICE_SAMPLES,
  batches,
  expectationOf,
  fault,
  findingsIn,
  findingsOfBatch,
  isIn,
  partsOfRun,
  programOf,
  type AdviceSample,
  type Level,
} from './advice_samples.ts'
import { temporaryDirectory } from '../directory.ts'
import { reported } from '../recorded.ts'

const path = temporaryDirectory()
/** The fixed cost of a recording equals that of several of these programs. */
const MOST_IN_ONE = 16
/** Each program takes at least this fraction of an even share of the batch's run. */
const LEAST_PART = 0.1
/** The wasted work is part of the program's run. */
const SMALL = 0.05

const isSampled = ({ tools }: AdviceSample): boolean => tools.includes('false-sharing')
const counted = ADVICE_SAMPLES.filter((sample) => !isSampled(sample))
const withFinding = counted.filter(({ finding }) => finding !== null && finding !== 'none')
/** Those that expect the same finding of the same tools as one before them. */
const repeating = withFinding.filter((sample, index) => withFinding.findIndex((other) => expectationOf(other) === expectationOf(sample)) < index)
const falseLeads = counted.filter(({ finding }) => finding === 'none')
/** Values alone are not findings. */
const withoutFinding = falseLeads.filter(({ tools }) => tools.some((tool) => tool !== 'values'))

let recordings = 0
const profileName = (level: Level): string => path(`${level}-${recordings++}.hagstone`)

async function firstFaults(samples: AdviceSample[], level: Level): Promise<string[]> {
  const found = await findingsOfBatch(samples, level, profileName(level))
  return samples.flatMap(
    (sample) => fault(level === 'O3' && sample.observedAtO3 ? { ...sample, observed: true } : sample, found.get(sample)!, level === 'O0') ?? [],
  )
}

async function falseFindings(samples: AdviceSample[], level: Level): Promise<string[]> {
  const name = profileName(level)
  const found = await findingsOfBatch(samples, level, name)
  const parts = partsOfRun(samples, level, name)
  return samples.flatMap((sample) => {
    const part = parts.get(sample)!
    // A program that hardly ran would have no findings, whatever the rules.
    if (part < LEAST_PART / samples.length) return [`${sample.path} is only ${part} of the run`]
    return found
      .get(sample)!
      .filter(({ shareOfRun, class: name }) => shareOfRun! / part >= SMALL && (level !== 'O0' || name !== 'unoptimised-code'))
      .map(({ title, shareOfRun }) => `${sample.path}: ${title} (${shareOfRun! / part})`)
  })
}

describe.runIf(exhaustiveEngineIsBuilt)('-O2', () => {
  for (const [options, samples] of [
    [{}, withFinding.filter((sample) => !repeating.includes(sample))],
    [long, repeating],
  ] as const)
    it.each(batches(samples, MOST_IN_ONE))('begins with the right finding: %s, %#', options, async (_, batch) => {
      expect(await firstFaults(batch, 'O2')).toEqual([])
    })

  it.each(batches(withoutFinding, MOST_IN_ONE))('finds nothing in false leads: %s, %#', async (_, samples) => {
    expect(await falseFindings(samples, 'O2')).toEqual([])
  })
})

describe.runIf(exhaustiveEngineIsBuilt)('advice on values', () => {
  /** Advice on all of these programs, from one recording. */
  let advice: ValueAdvice[]
  const wanted = ADVICE_SAMPLES.filter((sample) => sample.advice !== null || (sample.finding === 'none' && sample.tools.includes('values')))
  const adviceOn = (sample: AdviceSample): ValueAdvice[] => advice.filter(({ site }) => isIn(sample, site.file))

  beforeAll(async () => {
    const profile = profileName('O2')
    const { status, stderr } = await hagstone([
      'record',
      '--engine',
      'exhaustive',
      '--tool',
      'values',
      '--output',
      profile,
      '--',
      '/bin/sh',
      '-c',
      wanted.map((sample) => programOf(sample, 'O2')).join(' && '),
    ])
    expect(status, stderr).toBe(0)
    const { profile: opened, close } = openProfile(profile)
    advice = valueAdvice(opened, invariances(opened), Infinity)
    close()
  })

  it.each(wanted.filter((sample) => sample.advice !== null))('$name: $advice', (sample) => {
    expect(adviceOn(sample)[0]).toMatchObject({ condition: sample.advice, site: { line: sample.marks.get('advice')![0] } })
  })

  it.each(wanted.filter(({ finding }) => finding === 'none'))('none on constants of the compiler: $name', (sample) => {
    // Code that runs once, like main itself, has no loop constants.
    expect(
      adviceOn(sample)
        .filter(({ site }) => site.executions > 1)
        .map(({ advice: text }) => text),
    ).toEqual([])
  })
})

describe('sampled', () => {
  /** Threads that take turns on busy processors access a line one after the other: hardly anything is shared. */
  async function tookTurns(profile: string): Promise<boolean> {
    const { run } = await reported(profile)
    return run.targetCpuSeconds < 1.5 * run.duration!
  }

  async function sampledFault(name: string, rounds: number, context: TestContext): Promise<string | null> {
    const sample = ADVICE_SAMPLES.find((each) => each.name === name)!
    const profile = path(`${name}.hagstone`)
    const { status, stderr } = await hagstone([
      'record',
      '--tool',
      sample.tools.join(','),
      '--rate',
      '500',
      '--output',
      profile,
      '--',
      programOf(sample, 'O2'),
      String(rounds),
    ])
    expect(status, stderr).toBe(0)
    if (isSampled(sample) && (await tookTurns(profile))) context.skip('other work kept the two threads from running at once')
    return fault(sample, findingsIn(profile))
  }

  it.for<[string, number]>([['linear_search', 6_000_000]])('begins with the right finding: %s', async ([name, rounds], context) => {
    expect(await sampledFault(name, rounds, context)).toBeNull()
  })

  it.for<[string, number]>([
    ['zeroed_then_filled', 60_000],
    ['member_accumulator', 700_000],
    ['loop_invariant', 500_000],
    ['flag_set', 400_000],
    ['neighbouring_counters', 1_500_000_000],
    ['one_counter', 100_000_000],
  ])('begins with the right finding, too: %s', long, async ([name, rounds], context) => {
    expect(await sampledFault(name, rounds, context)).toBeNull()
  })
})

describe.runIf(exhaustiveEngineIsBuilt)('other levels of optimization', long, () => {
  beforeAll(() => {
    execFileSync('cmake', ['--build', nativeDirectories()[0]!, '--target', 'advice_samples_long'])
  })
  // Without optimization, one finding says so of the whole recording.
  const levels = [
    { level: 'O0', most: 1 },
    { level: 'O3', most: 8 },
  ] as const

  it.each(
    levels.flatMap(({ level, most }) =>
      batches(
        withFinding.filter(({ levels: first }) => first.includes(level)),
        most,
      ).map(([tools, samples]) => ({ level, tools, samples })),
    ),
  )('begins with the right finding at -$level: $tools, %#', async ({ level, samples }) => {
    expect(await firstFaults(samples, level)).toEqual([])
  })

  it.each(levels.flatMap(({ level, most }) => batches(withoutFinding, most).map(([tools, samples]) => ({ level, tools, samples }))))(
    'finds nothing in false leads at -$level: $tools, %#',
    async ({ level, samples }) => {
      expect(await falseFindings(samples, level)).toEqual([])
    },
  )
})

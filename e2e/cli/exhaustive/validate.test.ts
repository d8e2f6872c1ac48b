/** `hagstone validate` on programs whose true answers are known: estimates of virtual PMUs beside them, in the same run. */
import { mkdirSync, readFileSync, readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { exitStatus } from '../../../electron/failure.ts'
import type { Validation } from '../../../shared/validation.ts'
import { exhaustiveEngineIsBuilt } from '../../support/exhaustive_engine.ts'
import { hagstone } from '../../support/hagstone.ts'
import { long } from '../../../scripts/test/long.ts'
import { sampleProgram } from '../../support/samples.ts'
import type { Sample } from '../../support/samples.ts'
import { temporaryDirectory } from '../directory.ts'
import { compiled } from '../recorded.ts'

const path = temporaryDirectory()
if (!exhaustiveEngineIsBuilt) console.log('skipped: the exhaustive engine is not built, for want of Valgrind')

const asHardware = ['--reservoir', 'registers', '--attribution', 'proportional', '--kernel', 'no']

async function validated(options: string[], command: string[]): Promise<Validation> {
  const { status, stdout, stderr } = await hagstone(['validate', '--json', ...options, '--', ...command])
  expect(status, stderr).toBe(0)
  const validation = JSON.parse(stdout) as Validation
  expect(validation.schema).toBe('hagstone.validation/1')
  return validation
}

/**
 * If each interval contains the ground truth with a probability of 95 %, a share below `covered` of `seeds` intervals does
 * so only once in 680 and 860 such tests (binomial).
 */
const FEW = { seeds: 100, covered: 0.88 }
const MANY = { seeds: 200, covered: 0.9 }

/** Follows from the sample's source, apart from the loader's own accesses. */
interface KnownAnswer {
  sample: Sample
  rounds: number
  tool: string
  fraction: number
  period?: number
}

type LiveRun = Pick<KnownAnswer, 'sample' | 'rounds' | 'tool'>

const answers: KnownAnswer[] = [
  { sample: 'threads', rounds: 10, tool: 'dead-stores', fraction: 1 / 2 },
  { sample: 'redundant_loads', rounds: 200, tool: 'redundant-loads', fraction: 9 / 16 },
  // Silent stores of one context repeat 6144 stores earlier, its useful ones fewer: what attribution moves, the interval holds.
  { sample: 'repeated_stores', rounds: 400, tool: 'silent-stores', fraction: 1 / 3, period: 499 },
]
const moreAnswers: KnownAnswer[] = [
  { sample: 'three_two_one', rounds: 30, tool: 'dead-stores', fraction: 1 },
  { sample: 'four_pairs', rounds: 30, tool: 'dead-stores', fraction: 1 },
  { sample: 'rezeroed_array', rounds: 1000, tool: 'dead-stores', fraction: 1 / 2 },
  { sample: 'silent_stores', rounds: 600, tool: 'silent-stores', fraction: 10 / 16 },
]

describe.skipIf(!exhaustiveEngineIsBuilt)('validate', () => {
  for (const [options, samples, { seeds, covered }] of [
    [{}, answers, FEW],
    [long, [...answers, ...moreAnswers], MANY],
  ] as const)
    test.each(samples)(
      `$tool of $sample: the truth is the known one, and lies in 95 % intervals of ${seeds} runs`,
      options,
      async ({ sample, rounds, tool, fraction, period = 1009 }) => {
        const { tools } = await validated(
          ['--tool', tool, '--period', String(period), '--seeds', String(seeds), ...asHardware],
          [sampleProgram(sample), String(rounds)],
        )
        const [{ truth, estimates }] = tools as [Validation['tools'][number]]
        expect(truth.fraction).toBeCloseTo(fraction, 2)
        expect(estimates).toHaveLength(1)
        const { runs, summary } = estimates[0]!
        expect(new Set(runs.map(({ seed }) => seed)).size).toBe(seeds)
        expect(summary!.covered).toBeGreaterThanOrEqual(covered)
      },
    )

  // The allocator's own stores and loads are the rest.
  test('memory that is freed before its next access counts as neither waste nor use', async () => {
    const bounds = [
      [0.2, 1 / 4],
      [0.8, 1],
      [0.9, 1],
    ] as const
    const { tools } = await validated(
      ['--tool', 'dead-stores,silent-stores,redundant-loads', '--period', '1009', '--seeds', String(FEW.seeds), ...asHardware],
      [sampleProgram('freed_blocks'), '1500'],
    )
    expect(tools.map(({ tool }) => tool)).toEqual(['dead-stores', 'silent-stores', 'redundant-loads'])
    for (const [index, { tool, truth, estimates }] of tools.entries()) {
      expect(truth.fraction, tool).toBeGreaterThan(bounds[index]![0])
      expect(truth.fraction, tool).toBeLessThan(bounds[index]![1])
      expect(truth.freed!.share, tool).toBeGreaterThan(0.4)
      expect(Math.abs(estimates[0]!.summary!.difference), tool).toBeLessThan(2)
      expect(estimates[0]!.summary!.covered, tool).toBeGreaterThanOrEqual(FEW.covered)
    }
  })

  test('reuse distances: what is freed is not reused by the next owner of its memory', async () => {
    const { tools } = await validated(['--tool', 'reuse-distance', '--period', '1009', '--seeds', '2', ...asHardware], [sampleProgram('freed_blocks'), '1500'])
    expect(tools[0]!.estimates[0]!.reuse!.time.s).toBeGreaterThan(0.9)
  })

  test('without proportional attribution dense pairs drown sparse ones; the pairs are ranked beside the ground truth', async () => {
    const { tools } = await validated(
      ['--tool', 'dead-stores', '--period', '2003', '--registers', '1', '--seeds', '3', '--reservoir', 'registers', '--kernel', 'no'],
      [sampleProgram('three_two_one'), '60'],
    )
    const [{ truth, estimates }] = tools as [Validation['tools'][number]]
    expect(truth.pairs.slice(0, 2).map(({ share }) => share)).toEqual([expect.closeTo(1 / 2, 2), expect.closeTo(1 / 3, 2)])
    const weights = (attribution: string) =>
      estimates.find(({ settings }) => settings.attribution === attribution)!.runs.map(({ ranks }) => ranks!.weightDifference)
    expect(Math.max(...weights('proportional'))).toBeLessThan(0.1)
    expect(Math.min(...weights('none'))).toBeGreaterThan(Math.max(...weights('proportional')))
  })

  test('a pair whose samples come while the registers wait is missed by the rule `registers`, and the table shows that this is not chance', async () => {
    const output = path('waiting.json')
    const { status, stdout, stderr } = await hagstone([
      'validate',
      '--tool',
      'dead-stores',
      '--period',
      '101',
      '--seeds',
      '10',
      '--attribution',
      'proportional',
      '--kernel',
      'no',
      '--output',
      output,
      '--',
      sampleProgram('waiting_registers'),
      '30',
    ])
    expect(status, stderr).toBe(0)
    const [{ truth, estimates }] = (JSON.parse(readFileSync(output, 'utf8')) as Validation).tools as [Validation['tools'][number]]
    expect(truth.pairs.slice(0, 4).map(({ share }) => share * 17)).toEqual([6, 4, 2, 1].map((part) => expect.closeTo(part, 0)))
    const missed = (reservoir: string) =>
      estimates
        .find(({ settings }) => settings.reservoir === reservoir)!
        .runs.filter(({ ranks }) => ranks!.leaders!.found < 3 && ranks!.leaders!.byChance! < 0.05).length
    expect(missed('registers')).toBeGreaterThan(5)
    expect(missed('oldest')).toBe(0)
    expect(stdout).toMatch(/missed pairs +leaders /)
    expect(stdout).toMatch(/as asked .* [0-2] of 3 \(\d %\) /)
    expect(stdout).toMatch(/reservoir oldest .* 3 of 3 /)
  })

  test('a read by a system call is a use to PMUs that see the kernel, and lost to hardware', async () => {
    const { tools } = await validated(
      ['--tool', 'dead-stores', '--period', '101', '--seeds', '2', '--reservoir', 'registers', '--attribution', 'proportional'],
      ['dd', 'if=/dev/zero', 'of=/dev/null', 'bs=4096', 'count=2000'],
    )
    const estimates = tools[0]!.estimates
    const difference = (kernel: boolean) => Math.abs(estimates.find(({ settings }) => settings.kernel === kernel)!.summary!.difference)
    expect(difference(true)).toBeLessThan(difference(false))
  })

  test('reuse distances come with S and Ŝ of both axes, and with what the conversion makes of the exact ones', async () => {
    const { tools } = await validated(['--tool', 'reuse-distance', '--period', '503', ...asHardware], [sampleProgram('cyclic_sweep'), '6'])
    const [{ truth, estimates }] = tools as [Validation['tools'][number]]
    expect(truth.fraction).toBeNull()
    expect(truth.reuse!.modelSimilarity.s).toBeGreaterThan(0.95)
    expect(estimates.map(({ variation }) => variation)).toEqual([null, 'period'])
    expect(estimates[0]!.reuse!.time.s).toBeGreaterThan(0.8)
    expect(estimates[0]!.reuse!.stack.s).toBeGreaterThan(0.8)
  })

  test('a skid that leaves a shorter period no room beside it is met by a longer one', async () => {
    const { tools } = await validated(['--tool', 'reuse-distance', '--period', '503', '--skid', '200', ...asHardware], [sampleProgram('cyclic_sweep'), '2'])
    expect(tools[0]!.estimates.map(({ settings }) => settings.skid)).toEqual([200, 200])
    expect(tools[0]!.estimates[1]!.settings.period).toBeGreaterThan(503)
  })

  const runs: LiveRun[] = [{ sample: 'silent_stores', rounds: 3000, tool: 'silent-stores' }]
  const moreRuns: LiveRun[] = [
    { sample: 'rezeroed_array', rounds: 6000, tool: 'dead-stores' },
    { sample: 'three_two_one', rounds: 300, tool: 'dead-stores' },
    { sample: 'redundant_loads', rounds: 3000, tool: 'redundant-loads' },
  ]
  for (const [options, samples] of [
    [{}, runs],
    [long, moreRuns],
  ] as const)
    test.for(samples)(
      '$tool of $sample: the real sampler is within 6 points of the truth that its clock should find',
      options,
      async ({ sample, rounds, tool }, context) => {
        const { status, stdout, stderr } = await hagstone([
          'validate',
          '--json',
          '--tool',
          tool,
          '--live',
          '--rate',
          '5000',
          ...asHardware,
          '--',
          sampleProgram(sample),
          String(rounds),
        ])
        if (status === exitStatus.machineUnable) context.skip(stderr.trimEnd())
        expect(status, stderr).toBe(0)
        const { live, truth } = (JSON.parse(stdout) as Validation).tools[0]!
        expect(live!.found).toBeGreaterThan(0.95)
        expect(live!.traps).toBeGreaterThan(10)
        expect(Math.abs(live!.difference!)).toBeLessThan(6)
        if (live!.driver === 'accesses') return
        expect(live!.reweighted!.covered).toBeGreaterThan(0.95)
        expect(Math.abs(live!.reweighted!.fraction! - truth.fraction!) * 100).toBeLessThan(6)
      },
    )

  test('each tool has the sampler to itself, in as many runs as requested, which count together', async (context) => {
    const started = path('started')
    const program = ['sh', '-c', `echo once >> ${started}; exec ${sampleProgram('silent_stores')} 1000`]
    const { status, stdout, stderr } = await hagstone([
      'validate',
      '--json',
      '--tool',
      'dead-stores,silent-stores',
      '--live',
      '--live-runs',
      '2',
      '--rate',
      '5000',
      ...asHardware,
      '--',
      ...program,
    ])
    if (status === exitStatus.machineUnable) context.skip(stderr.trimEnd())
    expect(status, stderr).toBe(0)
    expect(readFileSync(started, 'utf8')).toBe('once\n'.repeat(1 + 2 * 2))
    const { tools } = JSON.parse(stdout) as Validation
    expect(tools.map(({ live }) => live!.traps > 0)).toEqual([true, true])
  })

  test('standard input from a stream, which only the exact run gets, is reported as missing in the sampled ones', async (context) => {
    const { status, stdout, stderr } = await hagstone(['validate', '--json', '--tool', 'dead-stores', '--live', ...asHardware, '--', 'sort'], {
      input: 'b\na\n',
    })
    if (status === exitStatus.machineUnable) context.skip(stderr.trimEnd())
    expect(status, stderr).toBe(0)
    expect((JSON.parse(stdout) as Validation).notes).toContainEqual(
      expect.stringMatching(/^Standard input is a stream that can be read only once: the sampled runs got none/),
    )
  })

  // The kernel gives every process other random bytes to start with: single samples of the loader's loads are judged otherwise.
  test('a seed takes the same samples in every run', async () => {
    const once = async () => {
      const { tools } = await validated(['--tool', 'dead-stores,redundant-loads', '--period', '1009', ...asHardware], [sampleProgram('rezeroed_array'), '300'])
      return tools.flatMap(({ estimates }) => estimates.flatMap(({ runs }) => runs))
    }
    const [first, second] = [await once(), await once()]
    expect(first.length).toBeGreaterThan(0)
    expect(second.map(({ seed }) => seed)).toEqual(first.map(({ seed }) => seed))
    for (const [index, { samples, traps, fraction }] of first.entries()) {
      // By chance, of thousands of samples dozens would trap in only one of the runs.
      expect(Math.abs(second[index]!.samples - samples)).toBeLessThanOrEqual(2)
      expect(Math.abs(second[index]!.traps - traps)).toBeLessThanOrEqual(5)
      expect(second[index]!.fraction).toBeCloseTo(fraction!, 3)
    }
  })

  test('stdout is the result alone, FILE gets the same, and nothing else is left behind', async () => {
    // Its own: others may be validating too.
    const temporary = path('temporary')
    mkdirSync(temporary)
    const output = path('result.json')
    const { status, stdout, stderr } = await hagstone(
      [
        'validate',
        '--json',
        '--tool',
        'dead-stores',
        '--period',
        '101',
        '--output',
        output,
        ...asHardware,
        '--',
        'sh',
        '-c',
        'echo words of the program; exit 3',
      ],
      { env: { TMPDIR: temporary } },
    )
    expect(status, stderr).toBe(0)
    expect(stderr).toContain('words of the program\n')
    expect(JSON.parse(stdout)).toMatchObject({ exit: { code: 3, signal: null }, command: ['sh', '-c', 'echo words of the program; exit 3'] })
    expect(readFileSync(output, 'utf8')).toBe(stdout)
    expect(readdirSync(temporary)).toEqual([])
  })

  test.skipIf(process.getuid?.() !== 0)('its recordings grow after the program became another user (needs root)', async () => {
    const { tools } = await validated(['--tool', 'dead-stores', '--period', '11', '--seeds', '2', ...asHardware], [compiled('gives_up_rights', path('.'))])
    const { runs } = tools[0]!.estimates[0]!
    // Nearly all of a million stores are dead. Without the later ones in the log the intervals ended below 0.95.
    expect(runs.map(({ ci95 }) => ci95![0]).filter((low) => low < 0.95)).toEqual([])
  })
})

describe('wrong use of validate', () => {
  test.each([
    [[], 'No program is named'],
    [['--tool', 'false-sharing', 'true'], '--tool false-sharing: must be one of dead-stores, silent-stores, redundant-loads, reuse-distance'],
    [['--period', '1', 'true'], '--period 1: a whole number from 2 to'],
    [['--registers', '17', 'true'], '--registers 17: a whole number from 1 to 16'],
    [['--kernel', 'perhaps', 'true'], '--kernel perhaps: must be one of no, yes'],
    [['--skid', '600', '--period', '1009', 'true'], '--skid 600: less than half of the shortest period'],
    [['--tolerance', '2', 'true'], '--tolerance 2'],
    [['--rate', '100', 'true'], '--rate requires --live'],
    [['--live-runs', '2', 'true'], '--live-runs requires --live'],
    [['--live', '--live-runs', '0', 'true'], '--live-runs 0: a whole number from 1 to 1000'],
    [['--seeds', '1000', 'true'], 'at most 4096 can sample one run'],
    [['--output', '/nowhere/result.json', 'true'], '--output /nowhere/result.json cannot be written (ENOENT)'],
  ])('%j', async (words, complaint) => {
    const { status, stdout, stderr } = await hagstone(['validate', ...words])
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
    expect(stderr).toContain(complaint)
  })
})

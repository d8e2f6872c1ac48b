/**
 * Contexts of OpenMP programs: each thread's work is below the region, and the region at its beginning in the program.
 */
import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { openProfile } from '../../../electron/profile/open_profile.ts'
import { long } from '../../../scripts/test/long.ts'
import { shortFunctionName } from '../../../shared/findings/wording/short_names.ts'
import { isFunctionRow } from '../../../shared/profile/tables.ts'
import { sampleLine, sampleProgram, sampleSource, type Sample } from '../../support/samples.ts'
import { exhaustiveEngineIsBuilt } from '../../support/exhaustive_engine.ts'
import { hagstone } from '../../support/hagstone.ts'
import { temporaryDirectory } from '../directory.ts'

const path = temporaryDirectory()

/** Standard deviations: one run in 100 million is further off. */
const deviations = 5.7

/** Cost of a context: sampling interrupts, or executed instructions. */
interface Spent {
  /** Functions of the context, inlined ones too, outermost first. */
  functions: string[]
  cost: number
}

interface Run {
  contexts: Spent[]
  /** Threads that did something that was measured. */
  threads: number
  engine: Engine
}

type Engine = 'software' | 'exhaustive'

const options: Record<Engine, string[]> = {
  software: ['--tool', 'dead-stores', '--rate', '1000', '--max-overhead', '0'],
  exhaustive: ['--tool', 'dead-stores', '--engine', 'exhaustive'],
}

async function runOf(sample: Sample, engine: Engine): Promise<Run> {
  const file = path(`${basename(sample)}-${engine}.hagstone`)
  // Threads that wait without rest would take the processors from those that work.
  const { status, stderr } = await hagstone(
    ['record', '--output', file, ...options[engine], '--', sampleProgram(sample), ...(engine === 'exhaustive' ? ['2'] : [])],
    { env: { OMP_WAIT_POLICY: 'passive' } },
  )
  expect(status, stderr).toBe(0)
  const {
    profile: { nodes, functions, cpuTimes, executed, threads },
    close,
  } = openProfile(file)
  const namesTo = (row: number): string[] =>
    row < 0 ? [] : [...namesTo(nodes.parent[row]!), ...(isFunctionRow(nodes.kind[row]!) ? [shortFunctionName(functions[nodes.functionIndex[row]!]!.name)] : [])]
  const [node, cost] = engine === 'software' ? [cpuTimes.node, cpuTimes.interrupts] : [executed.node, executed.instructions]
  const contexts = Array.from(node, (row, i) => ({ functions: namesTo(row), cost: cost[i]! }))
  const busy = threads.filter(({ samples, tools }) => samples > 0 || Object.values(tools).some(({ waste, use }) => waste + use > 0)).length
  close()
  return { contexts, threads: busy, engine }
}

function region(sample: Sample, mark: string, kind = 'parallel region'): string {
  return `${kind} at ${basename(sampleSource(sample))}:${sampleLine(sample, mark).number}`
}

function total(contexts: Spent[]): number {
  return contexts.reduce((sum, { cost }) => sum + cost, 0)
}

/** Nearly all time in code of this name has exactly these functions above it. */
function expectBelow({ contexts }: Run, name: string, above: string[]): Spent[] {
  const inside = contexts.filter(({ functions }) => functions.includes(name))
  expect(total(inside), name).toBeGreaterThan(30)
  const meant = inside.filter(({ functions }) => {
    const at = functions.indexOf(name)
    const callers = functions.slice(at - above.length, at)
    return functions.indexOf('main') < at && functions.includes('main') && callers.join('\n') === above.join('\n') && functions.lastIndexOf(name) === at
  })
  expect(total(meant) / total(inside), `${name}: ${JSON.stringify(inside.filter((one) => !meant.includes(one)).slice(0, 3))}`).toBeGreaterThanOrEqual(0.99)
  return meant
}

function expectRegionsOfC(sample: Sample, run: Run): void {
  expect(run.threads).toBeGreaterThan(1)
  const scaled = expectBelow(run, region(sample, 'scaled'), ['scale'])
  const often = total(scaled.filter(({ functions }) => functions.includes('often')))
  const seldom = total(scaled.filter(({ functions }) => functions.includes('seldom')))
  expect(often + seldom).toBe(total(scaled))
  // The runtime's own work for a region varies a little.
  const bound = run.engine === 'exhaustive' ? 0.02 : deviations * Math.sqrt(((3 / 4) * (1 / 4)) / (often + seldom))
  expect(Math.abs(often / (often + seldom) - 3 / 4)).toBeLessThan(bound)
  expectBelow(run, region(sample, 'shared out'), ['main', 'share_out'])
  expectBelow(run, region(sample, 'inner'), ['main', 'nest', region(sample, 'outer')])
  expectBelow(run, region(sample, 'task', 'task'), ['main', 'make_tasks'])
  expectBelow(run, region(sample, 'last'), ['main', 'end_in_region'])
}

function expectRegionsOfOthers(sample: Sample, run: Run): void {
  expect(run.threads).toBeGreaterThan(1)
  if (sample === 'openmp/field') {
    expectBelow(run, region(sample, 'smoothed'), ['field_steps::smooth'])
    return
  }
  expectBelow(run, region(sample, 'sections'), ['main', 'Field::halve'])
  expectBelow(run, region(sample, 'template'), ['main', 'for_each_part'])
}

const samples: Array<[sample: Sample, expectAll: (sample: Sample, run: Run) => void]> = [
  ['openmp/regions', expectRegionsOfC],
  ['openmp/regions_clang', expectRegionsOfC],
  ['openmp/sections', expectRegionsOfOthers],
  ['openmp/field', expectRegionsOfOthers],
]

function notBuilt(sample: Sample): string | null {
  return existsSync(sampleProgram(sample)) ? null : `${basename(sample)} is not built: its compiler has no OpenMP runtime here (Clang needs libomp-dev)`
}

test.for(samples)('%s: work of all threads stands below its region', async ([sample, expectAll], { skip }) => {
  const reason = notBuilt(sample)
  if (reason !== null) skip(reason)
  expectAll(sample, await runOf(sample, 'software'))
})

for (const [kind, chosen] of [
  [{}, samples.slice(0, 1)],
  [long, samples.slice(1)],
] as const) {
  test.skipIf(!exhaustiveEngineIsBuilt).for(chosen)(
    '%s: the exhaustive engine has the same contexts (needs Valgrind)',
    kind,
    async ([sample, expectAll], { skip }) => {
      const reason = notBuilt(sample)
      if (reason !== null) skip(reason)
      expectAll(sample, await runOf(sample, 'exhaustive'))
    },
  )
}

/** Contexts of OpenMP programs: what each thread of a team does stands below the region, and that where the program begins it. */
import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { openProfile } from '../../electron/profile/open_profile.ts'
import { shortFunctionName } from '../../shared/findings/wording/short_names.ts'
import { isFunctionRow } from '../../shared/profile/tables.ts'
import { sampleLine, sampleProgram, sampleSource, type Sample } from '../samples.ts'
import { temporaryDirectory } from './directory.ts'
import { recorded } from './recorded.ts'

const path = temporaryDirectory()

/** Standard deviations: one run in 100 million is further off. */
const deviations = 5.7

interface Interrupted {
  /** Functions of the context, inlined ones too, outermost first. */
  functions: string[]
  interrupts: number
}

interface Interrupts {
  contexts: Interrupted[]
  /** Threads that had samples. */
  threads: number
}

async function interruptsOf(sample: Sample): Promise<Interrupts> {
  const file = path(`${basename(sample)}.hagstone`)
  // Threads that wait without rest would take the processors from those that work.
  await recorded(file, ['--tool', 'dead-stores', '--rate', '1000', '--max-overhead', '0'], [sampleProgram(sample)], { status: 0, env: { OMP_WAIT_POLICY: 'passive' } })
  const { profile: { nodes, functions, cpuTimes, threads }, close } = openProfile(file)
  const namesTo = (row: number): string[] => (row < 0 ? [] : [...namesTo(nodes.parent[row]!), ...(isFunctionRow(nodes.kind[row]!) ? [shortFunctionName(functions[nodes.functionIndex[row]!]!.name)] : [])])
  const contexts = Array.from(cpuTimes.node, (node, row) => ({ functions: namesTo(node), interrupts: cpuTimes.interrupts[row]! }))
  const sampled = threads.filter(({ samples }) => samples > 0).length
  close()
  return { contexts, threads: sampled }
}

function region(sample: Sample, mark: string, kind = 'parallel region'): string {
  return `${kind} at ${basename(sampleSource(sample))}:${sampleLine(sample, mark).number}`
}

function count(contexts: Interrupted[]): number {
  return contexts.reduce((sum, { interrupts }) => sum + interrupts, 0)
}

/** Of all interrupts in code of this name, nearly all have these functions above it, with nothing between. */
function expectBelow({ contexts }: Interrupts, name: string, above: string[]): Interrupted[] {
  const inside = contexts.filter(({ functions }) => functions.includes(name))
  expect(count(inside), name).toBeGreaterThan(30)
  const meant = inside.filter(({ functions }) => {
    const at = functions.indexOf(name)
    const callers = functions.slice(at - above.length, at)
    return functions.indexOf('main') < at && functions.includes('main') && callers.join('\n') === above.join('\n') && functions.lastIndexOf(name) === at
  })
  expect(count(meant) / count(inside), `${name}: ${JSON.stringify(inside.filter((one) => !meant.includes(one)).slice(0, 3))}`).toBeGreaterThanOrEqual(0.99)
  return meant
}

test.for(['openmp/regions', 'openmp/regions_clang'] as const)('%s: loops, nested regions, and tasks in C', async (sample, { skip }) => {
  if (!existsSync(sampleProgram(sample))) skip(`${basename(sample)} is not built: its compiler has no OpenMP runtime here (Clang needs libomp-dev)`)
  const interrupts = await interruptsOf(sample)
  expect(interrupts.threads).toBeGreaterThan(1)
  const scaled = expectBelow(interrupts, region(sample, 'scaled'), ['scale'])
  const often = count(scaled.filter(({ functions }) => functions.includes('often')))
  const seldom = count(scaled.filter(({ functions }) => functions.includes('seldom')))
  expect(often + seldom).toBe(count(scaled))
  expect(Math.abs(often / (often + seldom) - 3 / 4)).toBeLessThan(deviations * Math.sqrt((3 / 4) * (1 / 4) / (often + seldom)))
  expectBelow(interrupts, region(sample, 'shared out'), ['main', 'share_out'])
  expectBelow(interrupts, region(sample, 'inner'), ['main', 'nest', region(sample, 'outer')])
  expectBelow(interrupts, region(sample, 'task', 'task'), ['main', 'make_tasks'])
  expectBelow(interrupts, region(sample, 'last'), ['main', 'end_in_region'])
})

test.for(['openmp/sections', 'openmp/field'] as const)('%s: regions in other languages', async (sample, { skip }) => {
  if (!existsSync(sampleProgram(sample))) skip(`${basename(sample)} is not built: its compiler has no OpenMP runtime here`)
  const interrupts = await interruptsOf(sample)
  expect(interrupts.threads).toBeGreaterThan(1)
  if (sample === 'openmp/field') {
    expectBelow(interrupts, region(sample, 'smoothed'), ['field_steps::smooth'])
    return
  }
  expectBelow(interrupts, region(sample, 'sections'), ['main', 'Field::halve'])
  expectBelow(interrupts, region(sample, 'template'), ['main', 'for_each_part'])
})

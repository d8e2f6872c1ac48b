/** Single runs: natively, and below one of Valgrind's tools, ours among them. `measure` is the compiled measure.c; costs are the program's alone. */
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { median } from '../statistics.ts'
import { benchDirectory, root, runAside } from '../tools.ts'
import type { Cost } from '../tools.ts'

const libexec = join(root, 'build/native/exhaustive/libexec')
const recordings = join(benchDirectory, 'exhaustive-recordings')
const engineTool = '--tool=hagstone'

/** Valgrind's options for the exhaustive engine: `measure` has the names of its tools, separated by commas. */
export const engineOptions = (measure: string, more: string[] = []): string[] => [engineTool, `--recording=${recordings}`, `--measure=${measure}`, ...more]

/** All runs share one processor, so that what slows one of them down does so to the others. */
const processor = /^Cpus_allowed_list:\s*(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '0'

/** `name`: of the file with the result; runs at the same time need one each. */
async function costOf(measure: string, name: string, command: string[], environment: Record<string, string> = {}): Promise<Cost> {
  const result = join(benchDirectory, name)
  rmSync(result, { force: true })
  await runAside(['taskset', '--cpu-list', processor, measure, result, ...command], environment)
  return JSON.parse(readFileSync(result, 'utf8')) as Cost
}

/** One run without Valgrind. */
export const nativeCost = (measure: string, command: string[], environment: Record<string, string> = {}): Promise<Cost> =>
  costOf(measure, 'native-cost.json', command, environment)

/** The same, with a tenth of the processor's time where another run wants it too. */
const seldomNativeCost = (measure: string, command: string[]): Promise<Cost> => costOf(measure, 'native-cost.json', ['nice', '-n', '10', ...command])

/** One run under Valgrind; deletes the engine's recording. */
export async function costBelowValgrind(measure: string, options: string[], command: string[], environment: Record<string, string> = {}): Promise<Cost> {
  rmSync(recordings, { recursive: true, force: true })
  mkdirSync(recordings, { recursive: true })
  const library: Record<string, string> = options[0] === engineTool ? { VALGRIND_LIB: libexec } : {}
  const cost = await costOf(measure, 'cost.json', ['valgrind', '--quiet', ...options, ...command], { ...environment, ...library })
  rmSync(recordings, { recursive: true, force: true })
  return cost
}

/** The median of three runs: they are cheap, and every ratio depends on it. */
export async function medianNativeCost(measure: string, command: string[]): Promise<Pick<Cost, 'cpu' | 'peakKiB'>> {
  const costs: Cost[] = []
  while (costs.length < 3) costs.push(await nativeCost(measure, command))
  return { cpu: median(costs.map(({ cpu }) => cpu)), peakKiB: median(costs.map(({ peakKiB }) => peakKiB)) }
}

/**
 * CPU time below Valgrind divided by that of the native runs just before, meanwhile (one after the other on the same
 * processor) and just after, their median: on a shared machine the same native run takes up to twice as long some minutes
 * later. And the peak of its memory, by that of the native run.
 */
export async function slowdownBelowValgrind(measure: string, options: string[], command: string[]): Promise<{ cpu: number; memory: number }> {
  const natives = [await nativeCost(measure, command)]
  let ended = false
  const below = costBelowValgrind(measure, options, command).finally(() => {
    ended = true
  })
  while (!ended) natives.push(await seldomNativeCost(measure, command))
  const cost = await below
  natives.push(await nativeCost(measure, command))
  const native = median(natives.map(({ cpu }) => cpu))
  return { cpu: cost.cpu / native, memory: cost.peakKiB / median(natives.map(({ peakKiB }) => peakKiB)) }
}

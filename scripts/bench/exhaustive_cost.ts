/** Single runs: natively, and below one of Valgrind's tools, ours among them. `measure` is the compiled measure.c; costs are the program's alone. */
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { mean, median } from './statistics.ts'
import { benchDirectory, root, run } from './tools.ts'
import type { Cost } from './tools.ts'

const libexec = join(root, 'build/native/exhaustive/libexec')
const recordings = join(benchDirectory, 'exhaustive-recordings')
const engineTool = '--tool=hagstone'

/** Valgrind's options for the exhaustive engine: what to `measure` by the names of its tools, separated by commas. */
export const engineOptions = (measure: string, more: string[] = []): string[] => [engineTool, `--recording=${recordings}`, `--measure=${measure}`, ...more]

function costOf(measure: string, command: string[], environment: Record<string, string> = {}): Cost {
  const result = join(benchDirectory, 'cost.json')
  rmSync(result, { force: true })
  run([measure, result, ...command], environment)
  return JSON.parse(readFileSync(result, 'utf8')) as Cost
}

/** One run without Valgrind. */
export const nativeCost = (measure: string, command: string[]): Cost => costOf(measure, command)

/** One run below Valgrind; what the engine records is deleted. */
export function costBelowValgrind(measure: string, options: string[], command: string[]): Cost {
  rmSync(recordings, { recursive: true, force: true })
  mkdirSync(recordings, { recursive: true })
  const cost = costOf(measure, ['valgrind', '--quiet', ...options, ...command], options[0] === engineTool ? { VALGRIND_LIB: libexec } : {})
  rmSync(recordings, { recursive: true, force: true })
  return cost
}

/** Of three runs, as every ratio hangs on it and they are cheap. */
export function medianNativeCost(measure: string, command: string[]): Pick<Cost, 'cpu' | 'peakKiB'> {
  const costs = Array.from({ length: 3 }, () => nativeCost(measure, command))
  return { cpu: median(costs.map(({ cpu }) => cpu)), peakKiB: median(costs.map(({ peakKiB }) => peakKiB)) }
}

/**
 * CPU time below Valgrind divided by that of the native runs before and after it, their mean: on a shared machine the same
 * native run takes up to 1.4 times as long some minutes later. And the peak of its memory, by that of the native run.
 */
export function slowdownBelowValgrind(measure: string, options: string[], command: string[]): { cpu: number; memory: number } {
  const before = medianNativeCost(measure, command)
  const cost = costBelowValgrind(measure, options, command)
  const after = medianNativeCost(measure, command)
  return { cpu: cost.cpu / mean([before.cpu, after.cpu]), memory: cost.peakKiB / before.peakKiB }
}

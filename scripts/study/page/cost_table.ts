import { table } from '../../bench/markdown.ts'
import { geometricMean } from '../../bench/statistics.ts'
import type { ProgramResults } from '../results.ts'
import { measured } from './tables.ts'

/** The papers' numbers, beside the observer that does the same: geometric means of time and memory, × native. */
const published: Record<string, string> = {
  'dead-stores': 'WITCH 1.02',
  'silent-stores': 'WITCH 1.02',
  'redundant-loads': 'WITCH 1.13',
  'reuse-distance': 'RDX 1.05 (median), memory 1.07',
  'exhaustive dead-stores': 'DeadSpy 32.5',
  'exhaustive silent-stores': 'RedSpy 29.1',
  'exhaustive redundant-loads': 'LoadSpy 58.7',
  'exhaustive reuse-distance': 'Loca 153',
  'exhaustive registers': 'RedSpy, bursty, 12, memory 6',
  'exhaustive, bursty, first three': 'LoadSpy, bursty, 13, memory 17',
}

/** CPU time and memory of every observer, divided by the plain run's. Null where nothing was measured. */
export function costSection(programs: ProgramResults[]): string | null {
  const results = measured(programs, 'cost')
  if (results.length === 0) return null
  const names = [...new Set(results.flatMap(({ result }) => result.observers.map(({ name }) => name)))]
  const ratios = (observer: string, of: 'cpu' | 'peakKiB') =>
    results.map(({ result }) => {
      const found = result.observers.find(({ name }) => name === observer)
      return found === undefined ? null : found[of] / (of === 'cpu' ? found.plainCpu : result.plain.peakKiB)
    })
  const row = (observer: string, of: 'cpu' | 'peakKiB', paper: string) => {
    const values = ratios(observer, of)
    const known = values.flatMap((value) => value ?? [])
    return [observer, ...values.map((value) => (value === null ? '–' : value.toFixed(2))), known.length === 0 ? '–' : geometricMean(known).toFixed(2), paper]
  }
  const head = (what: string) => [what, ...results.map(({ name }) => name), 'geometric mean', 'published']
  return `## Cost

CPU time and peak resident memory of the program, divided by those of plain runs (CPU time: of the runs just before and after it). Short runs are medians. Other work kept the cores busy, so only
ratios of neighbouring runs are meaningful. For runs this short, 0.1 is within the noise of a shared machine, and Valgrind's own start (most of a second) is much of the time of its tools. The figures of heaptrack include the shell
and the interpreter that it starts. \`perf record\` uses the clock (\`cpu-clock\`, 99 per second, stacks unwound), because the machine has no PMU.

${table(head('CPU time'), [['plain, CPU s', ...results.map(({ result }) => result.plain.cpu.toFixed(2)), '', ''], ...names.map((name) => row(name, 'cpu', published[name] ?? ''))])}

${table(head('memory'), [['plain, MiB', ...results.map(({ result }) => (result.plain.peakKiB / 1024).toFixed(0)), '', ''], ...names.map((name) => row(name, 'peakKiB', ''))])}`
}

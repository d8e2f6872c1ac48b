/** Tables of a profile as CSV (RFC 4180): amounts in the run's unit, shares 0..1, empty where unknown. */
import type { ProfileTables } from '../../shared/profile/profile.ts'
import { leafOf, type Frame, type PairReport } from '../../shared/report.ts'
import { flatRows } from './flat.ts'
import { buildReport } from './report.ts'

type Cell = string | number | null

export function pairsCsv(profile: ProfileTables, top = Infinity): string {
  const { unit } = profile.run
  const header = [
    'tool', 'relation', `waste (${unit})`, `use (${unit})`, 'share of waste', 'share of total', '95 % low', '95 % high', 'traps',
    'source function', 'source file', 'source line', 'source instruction', 'target function', 'target file', 'target line', 'target instruction',
    'source context', 'target context',
  ]
  return csv(header, buildReport(profile, { top }).pairs.map(pairCells))
}

export function flatCsv(profile: ProfileTables, top = Infinity): string {
  const { unit } = profile.run
  const header = ['function', 'file', 'line', 'module', `own waste (${unit})`, `own use (${unit})`, `inclusive waste (${unit})`, `inclusive use (${unit})`, 'traps']
  return csv(header, flatRows(profile).slice(0, top).map((row) => [
    row.name, row.file, row.line, row.module, row.wasteExclusive, row.useExclusive, row.wasteInclusive, row.useInclusive, row.traps,
  ]))
}

export function statisticsCsv(profile: ProfileTables): string {
  return csv(['counter', 'value', 'meaning'], profile.counters.map((counter) => [counter.name, counter.value, counter.description]))
}

export function threadsCsv(profile: ProfileTables): string {
  const { unit } = profile.run
  return csv(['process', 'thread', 'name', 'cpu time (ns)', 'samples', 'traps', `waste (${unit})`, `use (${unit})`],
    profile.threads.map((thread) => [thread.process, thread.thread, thread.name, thread.cpuTime < 0 ? null : thread.cpuTime, thread.samples, thread.traps, thread.waste, thread.use]))
}

function pairCells(pair: PairReport): Cell[] {
  const source = leafOf(pair.source)
  const target = leafOf(pair.target)
  return [
    pair.tool, pair.relation, pair.waste, pair.use, pair.shareOfWaste, pair.shareOfTotal, pair.ci95?.[0] ?? null, pair.ci95?.[1] ?? null, pair.traps,
    source.function, source.file, source.line, source.instruction, target.function, target.file, target.line, target.instruction,
    chain(pair.source), chain(pair.target),
  ]
}

function chain(frames: Frame[]): string {
  return frames.map((frame) => frame.function).join(' > ')
}

function csv(header: string[], rows: Cell[][]): string {
  return [header, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

function cell(value: Cell): string {
  const text = value === null ? '' : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

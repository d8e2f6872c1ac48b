/** Numbers and columns as text for a terminal. */
import { unitOf } from '../../shared/names/unit_of.ts'
import type { ComparedNumber } from '../../shared/compare/compared_number.ts'
import type { RunMeasure } from '../../shared/findings/finding.ts'
import { counted } from '../../shared/names/counted.ts'
import { visible } from '../../shared/names/visible.ts'
import type { RunDescription, Unit } from '../../shared/run.ts'

/** Three significant digits with the largest unit that fits; bytes are whole. */
export function amountText(amount: number, unit: Unit): string {
  const [size, name] = unitOf(amount, unit)
  return `${name === 'B' ? amount.toFixed(0) : digits(amount / size)} ${name}`
}

const COUNT_UNITS = [
  [1e12, ' T'],
  [1e9, ' G'],
  [1e6, ' M'],
  [1e3, ' k'],
  [1, ''],
] as const

/** CPU time with its unit, or a number of instructions with three significant digits: "1.24 G". */
export function costText(amount: number, measure: RunMeasure): string {
  if (measure === 'cpu-time') return amountText(amount, 'ns')
  const [size, name] = COUNT_UNITS.find(([size]) => amount >= size * 0.9995) ?? COUNT_UNITS.at(-1)!
  return `${size === 1 ? amount.toFixed(0) : digits(amount / size)}${name}`
}

/** A time distance as it was measured. */
export function distanceText(distance: number, { distanceUnit }: RunDescription): string {
  return distanceUnit === 'cpu-time' ? amountText(distance, 'ns') : counted(Math.round(distance), 'access', 'accesses')
}

/** "38.2 %"; an em dash if unknown. */
export function percentText(share: number | null): string {
  if (share === null) return '—'
  const percent = share * 100
  if (percent > 0 && percent < 0.001) return '< 0.001 %'
  return percent === 0 ? '0 %' : `${percent >= 99.95 ? '100' : percent >= 0.95 ? percent.toFixed(1) : percent.toPrecision(1)} %`
}

/** A difference of amounts with its sign. */
export function changeText(change: number, unit: Unit): string {
  return change === 0 ? '0' : `${change < 0 ? '-' : '+'}${amountText(Math.abs(change), unit)}`
}

/** "+12.5 %"; "new" where there was nothing before, which within the noise may be by chance: "—". */
export function relativeText({ relative, change, significance }: Pick<ComparedNumber, 'relative' | 'change' | 'significance'>): string {
  if (change === 0) return '0 %'
  if (relative === null) return significance === 'noise' ? '—' : 'new'
  const size = Math.abs(relative)
  return `${relative < 0 ? '-' : '+'}${size > 0.9995 ? `${(size * 100).toFixed(0)} %` : percentText(size)}`
}

function digits(value: number): string {
  if (value === 0) return '0'
  if (value >= 100) return value.toFixed(0)
  return value.toFixed(value >= 10 ? 1 : 2)
}

export interface TableColumn {
  title: string
  align: 'left' | 'right'
}

/** Lines of a table whose columns are as wide as their widest cell; the last column is not padded. */
export function tableLines(columns: TableColumn[], rows: string[][]): string[] {
  const widths = columns.map((column, i) => Math.max(column.title.length, ...rows.map((row) => row[i]!.length)))
  const line = (cells: string[]): string =>
    cells
      .map((cell, i) => (columns[i]!.align === 'right' ? cell.padStart(widths[i]!) : i === cells.length - 1 ? cell : cell.padEnd(widths[i]!)))
      .join('  ')
      .trimEnd()
  return [line(columns.map((column) => column.title)), ...rows.map(line)]
}

/** Lines of a text, with any characters in its names. */
export function joinedLines(lines: readonly string[]): string {
  return lines.map(visible).join('\n')
}

/** Cuts the middle of a text that is too wide. */
export function fit(text: string, width: number): string {
  if (text.length <= width) return text
  const head = Math.ceil((width - 1) / 2)
  return `${text.slice(0, head)}…${text.slice(text.length - (width - 1 - head))}`
}

export function wrap(text: string, width: number, indent: string): string[] {
  return wrapWords(text.split(' '), width, indent)
}

/** Breaks lines only between the parts, which a dot separates; one that is wider than a line is cut. */
export function wrapParts(parts: string[], width: number, indent: string): string[] {
  return wrapWords(
    parts.map((part, i) => (i < parts.length - 1 ? `${fit(part, width - indent.length - 2)} ·` : fit(part, width - indent.length))),
    width,
    indent,
  )
}

/** Breaks lines only between the words, which may contain anything. */
export function wrapWords(words: string[], width: number, indent: string): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of words) {
    if (line !== '' && line.length + 1 + word.length > width - indent.length) {
      lines.push(line)
      line = word
    } else {
      line = line === '' ? word : `${line} ${word}`
    }
  }
  return [...lines, line].map((text, i) => `${i === 0 ? '' : indent}${text}`)
}

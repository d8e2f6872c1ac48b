/** The table of REDSPY's fractions for a terminal (REDSPY Table 2). */
import type { RegistersReport, ValueClassReport } from '../../../shared/registers.ts'
import { percentText, tableLines, type TableColumn } from '../format.ts'

const right = (title: string): TableColumn => ({ title, align: 'right' })

/** Empty where registers were not measured. */
export function registerLines(registers: RegistersReport | null): string[] {
  if (!registers) return []
  const { precise, approximate, total, instructions } = registers
  const row = (name: string, byBytes: ValueClassReport | null, byValue: ValueClassReport | null): string[][] =>
    byBytes && byValue ? [[name, percentText(byBytes.share), percentText(byBytes.redundancy), percentText(byValue.share), percentText(byValue.redundancy)]] : []
  return [
    ...tableLines(
      [{ title: 'values', align: 'left' }, right('of all bytes'), right('redundant'), right('floating point, of all bytes'), right('redundant')],
      [
        ...row('loaded into registers', precise.load, approximate.load),
        ...row('stored', precise.store, approximate.store),
        ...row('other register results', precise.register, approximate.register),
      ],
    ),
    `Redundant in all: ${percentText(total)} of the bytes produced${instructions ? `; ${percentText(instructions.precise)} of the instructions, and ${percentText(instructions.approximate)} in floating point within the tolerance` : ''}.`,
  ]
}

/** The trap log of a recording in progress. Extents only grow, so each call reads only the records since the last. */
import { growingFloat64, growingUint8 } from '../../../shared/profile/columns/growing_column.ts'
import { TOOLS } from '../../../shared/tools.ts'
import { Damage } from '../damage.ts'
import type { LiveTool } from './live_fractions.ts'
import { visitRecords, type Extent } from '../raw_extents.ts'
import { readUint64 } from '../raw_fields.ts'
import { EXTENT_HEADER_SIZE, EXTENT_LOG, EXTENT_SIZE, RECORD, TRAP } from '../raw_layout.ts'

/** The kind of a pair's traps: position in TOOLS, and 1 for waste, 0 for use. */
export interface TrapKind {
  tool: number
  wasted: number
}

export class LiveTrapLog {
  /** By tool. */
  readonly #columns = Array.from(TOOLS, () => ({ time: growingFloat64(), credit: growingFloat64(), wasted: growingUint8() }))
  /** By raw file and position of an extent: where its first unread record begins. */
  readonly #unread = new Map<string, Map<number, number>>()
  readonly #room = new Uint8Array(EXTENT_SIZE)

  /** @param kindOf null for pairs that are neither waste nor use */
  read(file: number, path: string, extents: Extent[], kindOf: (writer: number, pair: number) => TrapKind | null): void {
    const unread = this.#unread.get(path) ?? new Map<number, number>()
    this.#unread.set(path, unread)
    const logs = extents.filter((extent) => extent.kind === EXTENT_LOG)
    logs.forEach((extent, i) => {
      const isFilled = logs[i + 1]?.writer === extent.writer
      if (unread.get(extent.position) === Infinity) return
      const from = unread.get(extent.position) ?? EXTENT_HEADER_SIZE
      let end = from
      visitRecords(file, extent, this.#room, new Damage(), (type, view, at, length) => {
        if (at < from) return
        end = at + length
        if (type === RECORD.trap && length >= TRAP.size) this.#add(view, at, kindOf(extent.writer, view.getUint32(at + TRAP.pair, true)))
      })
      unread.set(extent.position, isFilled ? Infinity : end)
    })
  }

  /** Log of one tool, given by its position in TOOLS. */
  of(tool: number): NonNullable<LiveTool['log']> {
    const { time, credit, wasted } = this.#columns[tool]!
    return { time: time.finish(), credit: credit.finish(), wasted: wasted.finish() }
  }

  #add(view: DataView, at: number, kind: TrapKind | null): void {
    const credit = view.getFloat32(at + TRAP.credit, true)
    if (!kind || !(credit >= 0 && credit < Infinity)) return
    const columns = this.#columns[kind.tool]!
    columns.time.push(readUint64(view, at + TRAP.time))
    columns.credit.push(credit)
    columns.wasted.push(kind.wasted)
  }
}

/** Redundancy of all values that a program produced, in registers and memory (REDSPY 4.1; docs/metrics.md, registers). */

/** Bytes of values produced, and of those that were there already. */
interface ProducedBytes {
  bytes: number
  repeated: number
}

/** Compared byte for byte, and as floating point within the tolerance: by the value's type for the instruction. */
export interface RepeatedBytes {
  precise: ProducedBytes
  approximate: ProducedBytes
}

/** Sums of one run. */
export interface RegisterRedundancy {
  /** Loaded into registers. */
  load: RepeatedBytes
  /** Stored; null where stores were not measured. */
  store: RepeatedBytes | null
  /** Written to registers otherwise. */
  register: RepeatedBytes
  /** Dynamic instructions, and those that produced a value that was there already: no floating point, and floating point. */
  instructions: { executed: number; precise: number; approximate: number }
}

/** The numbers of one of the three value classes. */
export interface ValueClassReport {
  /** Share of all bytes produced, 0..1 (REDSPY Table 2, "fraction"). */
  share: number
  /** Bytes repeated / bytes produced; null where none were produced. */
  redundancy: number | null
}

export interface RegistersReport {
  /** R of REDSPY 4.1 for loads, stores and registers; stores are null where they were not measured. */
  precise: { load: ValueClassReport; store: ValueClassReport | null; register: ValueClassReport }
  approximate: { load: ValueClassReport; store: ValueClassReport | null; register: ValueClassReport }
  /** R_total, in bytes; null where nothing was produced. */
  total: number | null
  /** R_ins: shares of the dynamic instructions; null where none were counted. */
  instructions: { precise: number; approximate: number } | null
}

const COMPARISONS = ['precise', 'approximate'] as const

/** The fractions of a run; null if registers were not measured. */
export function registersReport(sums: RegisterRedundancy | undefined): RegistersReport | null {
  if (!sums) return null
  const all = [sums.load, sums.store, sums.register].flatMap((part) => (part ? COMPARISONS.map((comparison) => part[comparison]) : []))
  const bytes = all.reduce((sum, part) => sum + part.bytes, 0)
  const repeated = all.reduce((sum, part) => sum + part.repeated, 0)
  const describe = (part: ProducedBytes): ValueClassReport => ({ share: ratio(part.bytes, bytes) ?? 0, redundancy: ratio(part.repeated, part.bytes) })
  const classes = (comparison: (typeof COMPARISONS)[number]): RegistersReport['precise'] => ({
    load: describe(sums.load[comparison]),
    store: sums.store && describe(sums.store[comparison]),
    register: describe(sums.register[comparison]),
  })
  const { executed, precise, approximate } = sums.instructions
  return {
    precise: classes('precise'),
    approximate: classes('approximate'),
    total: ratio(repeated, bytes),
    instructions: executed > 0 ? { precise: precise / executed, approximate: approximate / executed } : null,
  }
}

function ratio(part: number, whole: number): number | null {
  return whole > 0 ? part / whole : null
}

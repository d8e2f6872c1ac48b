/**
 * Value profiles (docs/metrics.md, values) as the report and the windows show them. Shares and invariances are 0..1.
 * Averages are weighted by executions.
 */
import type { ValueClass, ValueElement, ValueOperation, ValueRole } from './profile/value_names.ts'
import type { ValueSettings } from './run.ts'

/** One value, as people read it in several ways. */
export interface ShownValue {
  /** "0x7fff": its bits, as many bytes as the table's. */
  hex: string
  /** In the instruction's type: signed decimal, or floating point. */
  text: string
  /** The same bits without sign, where that is another number; null otherwise, and of floating point. */
  unsigned: string | null
  /** The bits as f64 or f32 where an integer instruction moves what looks like a floating-point number; null otherwise. */
  float: string | null
  /** Variable or function that it points to, "grid+0x10"; null: no address that is known. */
  pointer: string | null
  count: number
  /** Share of the profiled executions. */
  share: number
}

/** Invariances of one table, or averages of several. Null where nothing was profiled. */
export interface Invariances {
  /** Share of the commonest value, and of the five commonest. */
  inv1: number | null
  inv5: number | null
  /** Share of executions that repeat the value before. */
  mrv1: number | null
  zero: number | null
}

/** One table: an instruction's result, load, store or operand, or a parameter of a procedure. */
export interface ValueSite extends Invariances {
  /** Row of the profile's value tables: its identity within one opened profile. */
  site: number
  role: ValueRole
  instructionClass: ValueClass | null
  operation: ValueOperation | null
  /** The holder of the value, in a word: "n (rdi)", "rax", "divisor", "loaded value", "stored value"; of wide values with the 8-byte element. */
  subject: string
  /** In the source, of a parameter ("&n" where its address is passed) and of the variable that a load or an operand is; null where it is not known. */
  name: string | null
  function: string
  file: string | null
  line: number | null
  module: string
  /** Position for disassembly.read; −1: code in no module. */
  moduleIndex: number
  /** ELF virtual address, hexadecimal with 0x. */
  address: string
  instruction: string | null
  element: ValueElement
  /** 1 to 8. */
  bytes: number
  /** For parameters: calls. */
  executions: number
  profiled: number
  /** executions / all instructions executed. */
  executedShare: number
  /** Invariance estimated from the loads alone; null: not estimated. */
  estimated: number | null
  /** The commonest first. */
  values: ShownValue[]
}

/** Tables of one source line or function together. */
export interface ValueGroup extends Invariances {
  function: string
  file: string | null
  /** Null of functions. */
  line: number | null
  module: string
  sites: number
  /** Executions of all its tables. */
  executions: number
  /** The tables' part in all tables' executions. */
  share: number
}

/** The selected tables: instructions are loads, stores and results together. */
export type ValueKind = 'instructions' | 'loads' | 'stores' | 'results' | 'parameters' | 'operands'

export interface ValueTypeReport extends Invariances {
  instructionClass: ValueClass
  sites: number
  /** Instructions of the type, of all instructions executed; one that loads and computes is of both types. */
  executedShare: number
  executions: number
}

/**
 * Figure 2 of the paper: executions sorted by falling invariance in 100 parts of equal size, with the mean invariance of
 * each part.
 */
export interface InvarianceDistribution {
  kind: ValueKind
  inv1: number[]
  inv5: number[]
}

/** Table 4's first columns, of one kind of tables. */
export interface ValueKindReport extends Invariances {
  kind: ValueKind
  sites: number
  executions: number
  /** |MRV-1 − Inv-1|, instruction by instruction. */
  differenceMrvInv: number | null
}

/** Table 3's first columns. */
export interface ParameterReport {
  /** Procedure calls, and their share of all instructions executed. */
  calls: number
  callShare: number
  /** Share of the calls with at least one parameter whose Inv-1 is above the threshold. */
  above: Array<{ threshold: number; share: number }>
}

/** Tables 6 and 7: of a convergent profile. */
export interface ConvergenceReport {
  /** Share of executions that were profiled. */
  profiled: number
  /** Shares of the tests. */
  converged: number | null
  increasing: number | null
  decreasing: number | null
  tests: number
  /** Share of the profiled executions that came after profiling was turned on again. */
  backOff: number | null
}

/** Section 5.1: two profiles of values, weighted by the first. */
export interface ValueComparison {
  kind: ValueKind
  /** Share of the first's executions whose instruction the second profiled too; the rest is about those. */
  overlap: number | null
  difference1: number | null
  difference5: number | null
  /** Share of instructions with an Inv-1 above 30 % in the first profile whose top value is the same in the second. */
  same1: number | null
  /** The first's commonest value, or five commonest, are among the second's five. */
  find1: number | null
  find5: number | null
  /** Share of the compared executions that the last three represent. */
  aboveThreshold: number | null
  first: Invariances
  second: Invariances
  sites: number
}

/** Table 5: invariance estimated from the loads, for other instructions that write a register. */
export interface EstimateReport {
  /** Share of all executed instructions that the estimate is for, and of those the share that it leaves undefined. */
  executedShare: number
  undefinedShare: number
  /** Inv-1. */
  measured: number | null
  estimated: number | null
  /** |estimated − measured|, instruction by instruction. */
  difference: number | null
  thresholds: Array<{
    threshold: number
    /** Share of the executions that are above it. */
    above: number
    /** Share that the estimate puts above it too, and share that it puts there wrongly, both of those above it; null where none is. */
    found: number | null
    overestimated: number | null
  }>
}

export type LatencyClass = 'divide' | 'square-root' | 'multiply' | 'call' | 'load'

/** Something worth specialising for one value. */
export interface ValueAdvice {
  site: ValueSite
  latencyClass: LatencyClass
  /** Executions · Inv-1 · latency in cycles: what orders the advice. */
  weight: number
  /** The condition to test, as source code: "if (n == 8)". */
  condition: string
  /** One sentence: what happens there and what to do. */
  advice: string
}

/** Everything of a value profile but its tables. */
export interface ValuesSummary {
  settings: ValueSettings
  kinds: ValueKindReport[]
  types: ValueTypeReport[]
  distributions: InvarianceDistribution[]
  /** Null where parameters were not profiled. */
  parameters: ParameterReport | null
  /** Null for a full profile. */
  convergence: ConvergenceReport | null
  /** The full profile of the same run against the convergent one; empty without one. */
  convergentAgainstFull: ValueComparison[]
  /** Null where the run did not measure the estimated quantity. */
  estimate: EstimateReport | null
  advice: ValueAdvice[]
}

export interface ValuesReport extends ValuesSummary {
  /** The most executed first, at most 20,000; the CSV has all. */
  sites: ValueSite[]
  lines: ValueGroup[]
  functions: ValueGroup[]
}

/** A specialisation that the first of two runs suggests, and the second run's values at the same place. */
export interface ComparedAdvice {
  advice: ValueAdvice
  /**
   * "holds": the same value most of the time; "other-value": another one most of the time, so a constant of each run and not
   * of the program; "varies": no value most of the time; "not-executed": the second run does not come there, or that place was not found.
   */
  verdict: 'holds' | 'other-value' | 'varies' | 'not-executed'
  /** Null where it is not executed. */
  second: { executions: number; inv1: number; commonest: ShownValue } | null
  /** One sentence. */
  text: string
}

/** The output of `hagstone compare` for two value profiles. */
export interface ValuesComparison {
  schema: 'hagstone.values-comparison/1'
  first: ComparedRun
  second: ComparedRun
  /** How instructions were matched: by build id and address, or by function and source line where the builds differ. */
  matchedBy: 'address' | 'line'
  comparisons: ValueComparison[]
  /** The weightiest first. */
  advice: ComparedAdvice[]
  notes: string[]
}

export interface ComparedRun {
  path: string
  command: string[]
  startedAt: string
  settings: ValueSettings
}

/**
 * The result of `hagstone validate --tool values`: how the size of the tables, clearing them, and converging profiles
 * change the results for loads (sections 5.4 and 7 of the paper).
 */
export interface ValuesValidation {
  schema: 'hagstone.values-validation/1'
  hagstoneVersion: string
  command: string[]
  startedAt: string
  host: string
  /** The usual profile: everything, tables of 10, cleared, every execution. */
  usual: { settings: ValueSettings; kinds: ValueKindReport[]; estimate: EstimateReport | null; duration: number }
  variants: ValueVariant[]
  notes: string[]
}

export interface ValueVariant {
  name: 'tables of 4' | 'tables of 50' | 'never cleared' | 'while rising' | 'within bounds'
  settings: ValueSettings
  /** Wall-clock seconds of the run. */
  duration: number
  /** Compares the loads of this profile with the usual one; a convergent profile, with the full one of its own run. */
  comparison: ValueComparison
  /** Null for full profiles. */
  convergence: ConvergenceReport | null
}

/* ---- windows ---- */

export type ValueColumn = 'executions' | 'inv1' | 'inv5' | 'mrv1' | 'zero' | 'estimated' | 'role' | 'type' | 'subject' | 'place'

export interface ValueFilter {
  kind: ValueKind
  /** Null: all types. */
  instructionClass: ValueClass | null
  /** Text or regular expression on function, file, instruction and subject. */
  search: string
  regularExpression: boolean
  /** Only tables with at least this share of the executed instructions, 0..1; absent: all. */
  leastShare?: number
}

export interface ValueWindow {
  rowCount: number
  totalCount: number
  rows: ValueSite[]
}

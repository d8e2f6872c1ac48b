/**
 * A finding: all pairs with one cause, what they cost, and what to do about it (docs/metrics.md, Findings). The report, its
 * JSON, exported pages, windows, SARIF and comparisons all show this one form.
 */
import type { AdviceClass, Sureness } from '../advice/advice.ts'
import type { Frame, LeafFrame, Relation } from '../profile/frame.ts'
import type { Tool } from '../run.ts'
import type { Wait } from './waits/wait.ts'

/** The measure behind shares of the run: CPU time where a clock sampled the run, else executed instructions. */
export type RunMeasure = 'cpu-time' | 'instructions'

/** How the cost is bounded: by a loop or function that does nothing else, by the accesses themselves, or by modelled cache misses. */
type BoundKind = 'loop' | 'function' | 'accesses' | 'cache-misses'

export interface FindingPlace {
  role: 'earlier' | 'later'
  function: string
  /** Path as the debug information has it; null without debug information. */
  file: string | null
  /** 1-based; null when unknown. */
  line: number | null
  /** The source line without its indentation; null where the source is not at hand. */
  text: string | null
  /** "random() in libc.so.6", where the access is in a library and the place is its innermost caller with source. */
  inLibrary: string | null
}

export interface FindingContext {
  /** The heaviest pair of these contexts. */
  pair: number
  /** Share of the finding's wasted amount, 0..1. */
  share: number
  /** Calling contexts of the earlier and the later access, outermost frame first. */
  source: [...Frame[], LeafFrame]
  target: [...Frame[], LeafFrame]
}

/**
 * The groups of the list, in their order: costs that are certain; traversals, which most programs need; findings that may
 * cost nothing, or may be of needed work.
 */
export const FINDING_GROUPS = ['first', 'traversals', 'uncertain'] as const

export type FindingGroup = (typeof FINDING_GROUPS)[number]

/** Sharing that was observed between threads on one processor, too, where it costs nothing. */
interface SharingOnSeveral {
  /** Share of the observations of sharing in which the two threads ran on different processors, 0..1. */
  observed: number
  /** The cost in words: that of this run, and that if all of them do. */
  text: string
  /** shareOfRun and its interval if all of them do. */
  shareOfRun: number | null
  interval: [low: number, high: number] | null
}

export interface Finding {
  /** The same for the same cause in another run of the program: for triage marks and baselines. Hexadecimal. */
  id: string
  /** One plain sentence with names: "fill() overwrites everything that init() has just written to m->a". */
  title: string
  class: AdviceClass
  /** The tool with the largest share first; several where they speak of one access. */
  tools: Tool[]
  group: FindingGroup
  /** Relation of the heaviest pair. */
  relation: Relation
  /** The earlier access first; a single one where both are at one line of one function. */
  places: FindingPlace[]
  /** Variable, member or allocation site; null where not known. */
  data: string | null
  /** Share of everything that its first tool measured, 0..1. */
  share: number
  /**
   * Upper bound of the share of the run that goes into the waste, 0..1; null where neither time nor instructions are known.
   * Sharing counts by the part of its observations that is between threads on different processors.
   */
  shareOfRun: number | null
  /** 95 % interval of shareOfRun; null where it is exact or unknown. */
  interval: [low: number, high: number] | null
  /** Absent for other findings. */
  onSeveral?: SharingOnSeveral
  /** How shareOfRun is bounded; null where it is unknown. */
  bound: { kind: BoundKind; text: string } | null
  /** possible: the cause names alternatives. */
  sureness: Sureness
  /** Why it happens, one or two sentences. */
  cause: string
  /** The change to make: one or two sentences, worded for the language of the file. */
  remedy: string
  /** Where to apply it. */
  change: { function: string; file: string | null; line: number | null } | null
  /** Sketch of the change in the language of the file; null where none can be given. */
  sketch: string | null
  /** One checkable sentence each. */
  evidence: string[]
  /** Observations of the wasted kind behind it: traps of a sampled run, else instances. */
  observations: number
  /** Fewer than ten observations of a sampled run: not reliable. */
  fewObservations: boolean
  /** How many pairs, threads and calling contexts stand behind it. */
  pairs: number
  threads: number
  contextCount: number
  /** The largest, at most ten. */
  contexts: FindingContext[]
}

/**
 * Why waste is left out of the findings: the program needs it, or the code of others makes it. required: volatile, atomic, and erased
 * data; library: what library functions do within one call; library-threads: libraries' code that no function of the program called; needed-again: read again by other work; chance: values that came
 * within the tolerance of others.
 */
export const LEFT_OUT_REASONS = [
  'loader-and-startup',
  'calls',
  'allocator',
  'waiting',
  'required',
  'library',
  'library-threads',
  'needed-again',
  'chance',
  'small',
] as const

export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number]

/** Begins the sentence about a pair that is left out; the reason's text completes it. */
export const LEFT_OUT_OF_FINDINGS = 'Not in the findings:'

/** The findings' result for one pair: the finding that it belongs to, or why it is in none. */
export type PairFinding =
  | {
      kind: 'listed'
      /** Among all findings, 1 for the first. */ rank: number
      finding: Pick<Finding, 'id' | 'title' | 'sureness' | 'cause' | 'remedy' | 'change' | 'evidence'>
    }
  | { kind: 'left-out'; reason: LeftOutReason; text: string }

/** Waste that the program needs, or that the code of others makes, by reason. */
export interface LeftOut {
  reason: LeftOutReason
  /** "saved registers, return addresses and jumps through the linkage table" */
  text: string
  /** Largest share of a tool's measured amount, 0..1. */
  share: number
  shareOfRun: number | null
}

/** Where the waste of all tools is, by its estimated time: `withRemedy`, `unavoidable`, `unexplained`, and `small` add up to 1. */
export interface Coverage {
  /** In findings whose class has a remedy; a finding that is only observed has a hint where to look. */
  withRemedy: number
  /** The part of `withRemedy` in findings that claim a cause: certain, likely, or possible. */
  claimed: number
  /** Left out: the program needs it, or the code of others makes it. */
  unavoidable: number
  /** In findings that no rule explains. */
  unexplained: number
  /** In findings too small to list. */
  small: number
}

export interface Findings {
  measure: RunMeasure | null
  /**
   * By group; in each, largest lower end of the interval of shareOfRun first; where that is unknown, largest share.
   */
  findings: Finding[]
  leftOut: LeftOut[]
  /** Of all findings, however many are listed; absent where nothing is wasted. */
  coverage?: Coverage
  /** Where threads wait for each other, the largest first; absent where none does, or that is not known. */
  waits?: Wait[]
  /** Why the waits may be longer than they would be elsewhere, as a sentence; absent where nothing says so. */
  waitCaveat?: string
  /** Tools of the run whose pairs and tables lead to no findings; absent where all do. */
  toolsWithout?: Tool[]
  /** Modules without debug information whose findings name addresses, by name; absent where there is none. */
  withoutLines?: string[]
}

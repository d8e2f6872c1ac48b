/** The form of a carried report. Its profile is untrusted, so every value is checked; what has another form is no report. */
import { z } from 'zod'
import { ADVICE_CLASSES, SURENESSES } from '../../../shared/advice/advice.ts'
import { FINDING_GROUPS, LEFT_OUT_REASONS } from '../../../shared/findings/finding.ts'
import { WAIT_KINDS } from '../../../shared/findings/waits/wait.ts'
import { NODE_KINDS } from '../../../shared/profile/tables.ts'
import type { FrameChain } from '../../../shared/profile/frame.ts'
import { RELATIONS, TOOLS } from '../../../shared/profile/profile.ts'
import { LIMITS } from '../../profile/profile_schema.ts'
import type { KeptParts, KeptReport } from './kept_parts.ts'

const text = z.string().max(LIMITS.textBytes)
const optionalText = text.nullable()
const number = z.number()
const amount = number.nonnegative()
const count = z.int().nonnegative()
/** A row; −1: none. */
const row = z.int().min(-1).max(LIMITS.rows)
const line = z.int().nullable()
const interval = z.tuple([number, number]).nullable()
const tool = z.enum(TOOLS)
const relation = z.enum(RELATIONS)
const adviceClass = z.enum(ADVICE_CLASSES)
const sureness = z.enum(SURENESSES)
const texts = z.array(text)
const place = { function: text, file: optionalText, line }
const change = z.strictObject(place).nullable()

const frame = z.strictObject({
  ...place,
  module: text,
  address: text,
  inlined: z.boolean(),
  tailCall: z.enum(['unique', 'several']).exactOptional(),
  loop: optionalText,
  oneBody: text.exactOptional(),
  /** Of the last one alone. */
  instruction: optionalText.exactOptional(),
})
const isChain = (all: readonly z.infer<typeof frame>[]): boolean =>
  all.length > 0 && all.every(({ instruction }, at) => (instruction !== undefined) === (at === all.length - 1))
const frames = z.array(frame).refine(isChain) as unknown as z.ZodType<FrameChain>

const counted = z.strictObject({ accessed: amount, overAll: number.nullable(), first: amount, freed: amount, interleaved: amount, unfinished: amount })
const totals = z.strictObject({
  waste: amount,
  use: amount,
  reused: amount,
  unpaired: amount.exactOptional(),
  unaccounted: amount,
  freed: amount.exactOptional(),
  waiting: amount.exactOptional(),
  fraction: number.nullable(),
  ci95: interval,
  traps: amount,
  precise: amount,
  approximate: amount,
  samples: amount,
  unaccountedShare: number,
  sharing: z.strictObject({ false: amount, true: amount }).nullable(),
  exact: z.boolean().exactOptional(),
  counted: counted.exactOptional(),
})

const ofFinding = { id: text, title: text, sureness, cause: text, remedy: text, change, evidence: texts }
const finding = z.strictObject({
  ...ofFinding,
  class: adviceClass,
  tools: z.array(tool),
  group: z.enum(FINDING_GROUPS),
  relation,
  places: z.array(z.strictObject({ ...place, role: z.enum(['earlier', 'later']), text: z.null() as z.ZodType<string | null>, inLibrary: optionalText })),
  data: optionalText,
  share: number,
  shareOfRun: number.nullable(),
  interval,
  onSeveral: z.strictObject({ observed: number, text, shareOfRun: number.nullable(), interval }).exactOptional(),
  bound: z.strictObject({ kind: z.enum(['loop', 'function', 'accesses', 'cache-misses']), text }).nullable(),
  sketch: optionalText,
  observations: amount,
  fewObservations: z.boolean(),
  pairs: count,
  threads: count,
  contextCount: count,
  contexts: z.array(z.strictObject({ pair: row, share: number, source: frames, target: frames })),
})
const reason = z.enum(LEFT_OUT_REASONS)
const wait = z.strictObject({
  kind: z.enum(WAIT_KINDS),
  text,
  remedy: text,
  function: optionalText,
  file: optionalText,
  line,
  library: z.strictObject({ function: text, name: text }).nullable(),
  region: optionalText,
  call: optionalText,
  amount,
  shareOfRun: number,
  interval,
  threads: z.array(z.strictObject({ thread: row, number, waiting: amount, share: number, work: number.nullable() })),
  imbalance: z.strictObject({ maxToMean: number, interval, threads: count, busiest: row, certain: z.boolean() }).nullable(),
  gain: number.exactOptional(),
  gainInterval: z.tuple([number, number]).exactOptional(),
  cause: z
    .strictObject({
      thread: row,
      threads: count,
      timesOthers: number.nullable(),
      interval: z.tuple([number, number.nullable()]),
      isLoop: z.boolean(),
      isLastTask: z.literal(true).exactOptional(),
      function: text,
      file: optionalText,
      line,
    })
    .exactOptional(),
  serial: z.strictObject({ thread: row, share: number, function: text, file: optionalText, line }).exactOptional(),
  turns: z.strictObject({ threads: count, share: number, interval: z.tuple([number, number]), function: text, file: optionalText, line }).exactOptional(),
  places: z.array(z.strictObject({ function: optionalText, file: optionalText, line, call: optionalText, shareOfRun: number })).exactOptional(),
})
const findings = z.strictObject({
  measure: z.enum(['cpu-time', 'instructions']).nullable(),
  findings: z.array(finding),
  leftOut: z.array(z.strictObject({ reason, text, share: number, shareOfRun: number.nullable() })),
  coverage: z.strictObject({ withRemedy: number, claimed: number, unavoidable: number, unexplained: number, small: number }).exactOptional(),
  waits: z.array(wait).exactOptional(),
  waitCaveat: text.exactOptional(),
  toolsWithout: z.array(tool).exactOptional(),
  withoutLines: z.array(text).exactOptional(),
  ranked: z.array(z.tuple([number, number.nullable(), z.boolean()])),
})
const pairFinding = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('listed'), rank: count, finding: z.strictObject(ofFinding) }),
    z.strictObject({ kind: z.literal('left-out'), reason, text }),
  ])
  .nullable()

const advice = z
  .strictObject({
    class: adviceClass,
    title: text,
    sureness,
    cause: optionalText,
    evidence: texts,
    remedy: optionalText,
    place: z.strictObject({ ...place, fileName: text.exactOptional() }).nullable(),
  })
  .nullable()
const halves = { p50: number, p90: number }
const pair = z.strictObject({
  tool,
  relation,
  ci95: interval,
  waste: amount,
  use: amount,
  instances: amount,
  wastefulInstances: amount,
  traps: amount,
  shareOfWaste: number.nullable(),
  shareOfTotal: number,
  fewSamples: z.boolean(),
  exact: z.boolean().exactOptional(),
  scope: optionalText,
  scopeKind: z.enum(['measured', 'static']).nullable().exactOptional(),
  interleaved: z.strictObject({ instances: amount, bytes: amount }).exactOptional(),
  object: optionalText,
  comparison: z.enum(['precise', 'approximate']).nullable(),
  sharing: z.enum(['false', 'true']).nullable(),
  reuseOf: z.enum(['same', 'other']).nullable(),
  distance: z
    .strictObject({ ...halves, beyond: z.array(z.strictObject({ bytes: amount, share: number })), stack: z.strictObject(halves).exactOptional() })
    .nullable(),
  latency: z.strictObject({ cycles: number, missShare: number }).nullable(),
  commonAncestor: optionalText,
  threads: z.array(z.strictObject({ rank: number.nullable(), process: number, thread: number, share: number })),
  advice: advice.exactOptional(),
  finding: pairFinding.exactOptional(),
  source: frames,
  target: frames,
})

const ofThread = { cpuSeconds: amount, waitingShare: number.exactOptional(), samples: amount }
const amounts = { traps: amount, waste: amount, use: amount }
const loads = z.strictObject({ instances: amount, bytes: amount })
const ofFunction = { exclusive: amount, inclusive: amount, waiting: amount.exactOptional() }
const parts = z.strictObject({
  totals: z.partialRecord(tool, totals),
  lacking: z.strictObject({ name: text, cpuShare: number, share: number, of: z.enum(['samples', 'observations']) }).exactOptional(),
  cost: z.strictObject({
    cpuTime: z.strictObject({ time: amount, interrupts: amount, waiting: amount.exactOptional() }).nullable(),
    executed: z.strictObject({ instructions: amount, waiting: amount.exactOptional() }).nullable(),
  }),
  counts: z.partialRecord(tool, z.strictObject({ all: count, use: count, waiting: count })),
  findings,
  pairs: z.array(pair),
  threads: z.array(
    z.strictObject({
      ...ofThread,
      rank: number.nullable(),
      coverage: number.exactOptional(),
      process: number,
      thread: number,
      name: text,
      ...amounts,
      tools: z.partialRecord(tool, z.strictObject(amounts)),
    }),
  ),
  ranks: z.array(
    z.strictObject({
      ...ofThread,
      rank: number,
      processes: count,
      threads: count,
      tools: z.partialRecord(tool, z.strictObject({ ...amounts, fraction: number.nullable() })),
    }),
  ),
  objects: z.array(
    z.strictObject({
      name: text,
      module: optionalText,
      tool,
      ...amounts,
      pairs: count,
      kind: z.enum(['static', 'heap', 'mapped']).exactOptional(),
      bytes: amount.exactOptional(),
      allocation: frames.nullable().exactOptional(),
      loads: z.strictObject({ instances: amount, bytes: amount, precise: loads, approximate: loads, fraction: number.nullable() }).exactOptional(),
    }),
  ),
  regions: z.array(z.strictObject({ name: text, totals: z.partialRecord(tool, totals) })),
})

const functions = z.strictObject({
  first: z.array(
    z.strictObject({
      ...place,
      module: text,
      cpuTime: z.strictObject({ ...ofFunction, interrupts: amount }).exactOptional(),
      executed: z.strictObject(ofFunction).exactOptional(),
      tools: z.partialRecord(
        tool,
        z.strictObject({
          wasteExclusive: amount,
          useExclusive: amount,
          fractionExclusive: number.nullable(),
          wasteInclusive: amount,
          useInclusive: amount,
          fractionInclusive: number.nullable(),
          traps: amount,
        }),
      ),
    }),
  ),
  count,
})

const rows = z.array(z.int().nonnegative().max(LIMITS.rows))
const indices = z.array(row)
const weightsOfTable = z.strictObject({
  largest: z.array(z.strictObject({ row, node: row, kind: count, weight: amount })),
  sums: z.array(z.strictObject({ count, weight: amount })),
})
const weights = z.strictObject({
  kinds: z.array(
    z.strictObject({
      tool: z.enum([...TOOLS, 'cpu-time', 'instructions']),
      metric: z.enum(['waste', 'use', 'reuses', 'cost']),
      unit: z.enum(['bytes', 'ns', 'count']),
    }),
  ),
  pairs: weightsOfTable,
  use: weightsOfTable,
  cost: weightsOfTable,
  pairRows: z.strictObject({
    rows,
    columns: z.strictObject({ relation: z.array(count.max(RELATIONS.length - 1)), source: rows, target: rows, object: indices }),
  }),
  nodeRows: z.strictObject({
    rows,
    columns: z.strictObject({
      parent: indices,
      kind: z.array(count.max(NODE_KINDS.length - 1)),
      functionIndex: indices,
      file: indices,
      line: z.array(z.int().min(-1)),
      address: z.array(number.min(-1)),
      instruction: indices,
    }),
  }),
})

/** Values of another form are rejected, unknown members too: what is read is the value itself. */
export const carriedSchema = z.strictObject({
  lines: z.array(z.tuple([text, z.int(), z.int()])),
  top: count,
  pairFindings: z.array(z.tuple([row, pairFinding])),
  parts,
  weights,
})

/** What few commands show of a report. */
export const carriedRestSchema = z.strictObject({ top: count, pairs: z.array(pair), functions })

type CarriedParts = Omit<KeptParts, 'recorded' | 'findings' | 'functions' | 'objects'> &
  Pick<KeptParts['recorded'], 'totals' | 'lacking'> & {
    findings: NonNullable<KeptParts['findings']>
    /** An assignment is text of a source line. */
    objects: Array<Omit<KeptParts['objects'][number], 'assignedTo'>>
  }
/** Of a kept report, what the profile itself does not hold, and most reports show. */
export type CarriedReport = Omit<KeptReport, 'lines' | 'parts'> & { lines: Array<[file: string, first: number, last: number]>; parts: CarriedParts }

export interface CarriedRestReport extends Pick<KeptReport, 'top'>, Pick<KeptParts, 'pairs'> {
  functions: NonNullable<KeptParts['functions']>
}

/** Without `readonly`, and intersections as one object. */
type Plain<T> = T extends object ? { -readonly [K in keyof T]: Plain<T[K]> } : T
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
type Differing<A, B> = { [K in keyof A | keyof B]: K extends keyof A & keyof B ? (Same<Plain<A[K]>, Plain<B[K]>> extends true ? never : K) : K }[
  | keyof A
  | keyof B]
/** The compiler rejects a form that lacks a member of the report: each report would count as forged. */
type Whole<T extends object, _Missing extends never> = T
type Form = z.infer<typeof carriedSchema>
type RestForm = z.infer<typeof carriedRestSchema>

export type Carried = Whole<Form, Differing<Omit<CarriedReport, 'parts'>, Omit<Form, 'parts'>> | Differing<CarriedParts, Form['parts']>>
export type CarriedRest = Whole<RestForm, Differing<CarriedRestReport, RestForm>>

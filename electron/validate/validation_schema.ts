/** The structure of a validation file, which may come from anywhere (shared/validation.ts defines its meaning). */
import { z } from 'zod'
import type { Estimate, LiveEstimate, SeededEstimate, ToolValidation, Validation, VirtualSettings } from '../../shared/validation.ts'
import { VALIDATION_SCHEMA } from '../../shared/validation.ts'
import { engines, granularities } from '../record/options.ts'
import { TOOLS } from '../../shared/tools.ts'
import { mostVirtualPmus } from './settings.ts'

const longestText = 4096
const mostWords = 10_000
const mostPairs = 10_000
const mostBins = 4096
/** Sums of shares are only nearly 0 and 1. */
const rounding = 1e-6

const text = z.string().max(longestText)
const texts = z.array(text).max(mostWords)
const share = z
  .number()
  .min(-rounding)
  .max(1 + rounding)
const amount = z.number().nonnegative()
const count = z.int().nonnegative()
const percentagePoints = z
  .number()
  .min(-100 - rounding)
  .max(100 + rounding)
const interval = z.tuple([share, share])
const tool = z.enum(TOOLS)
const similarity = z.object({ s: share, smoothed: share })
const similarities = z.object({ time: similarity, stack: similarity })
const cause = z.enum(['off-by-one', 'model', 'sparse-samples', 'pmu-imprecision'])
const histogram = z.object({
  unit: z.enum(['bytes', 'ns']),
  bins: z.array(z.object({ from: amount, to: amount.nullable(), share })).max(mostBins),
  percentiles: z.array(z.object({ share, distance: amount.nullable() })).max(mostBins),
})

const settings: z.ZodType<VirtualSettings> = z.object({
  tool,
  period: z.int().positive(),
  registers: z.int().positive(),
  reservoir: z.enum(['registers', 'common', 'oldest', 'never']),
  attribution: z.enum(['proportional', 'none']),
  kernel: z.boolean(),
  skid: count,
})

const ranks = z.object({
  pairs: count,
  editDistance: count,
  setDifference: count,
  weightDifference: share,
  leaders: z.object({ pairs: count, found: count, byChance: share.optional() }).optional(),
})

const run: z.ZodType<SeededEstimate> = z.object({
  seed: text,
  samples: count,
  traps: count,
  fraction: share.nullable(),
  ci95: interval.nullable(),
  difference: percentagePoints.nullable(),
  covered: z.boolean().nullable(),
  ranks: ranks.nullable(),
  reuse: similarities.nullable(),
  blindShare: share,
  unaccountedShare: share,
  partialShare: share,
})

const estimate: z.ZodType<Estimate> = z.object({
  settings,
  variation: z.enum(['period', 'registers', 'reservoir', 'attribution', 'kernel']).nullable(),
  runs: z.array(run).min(1).max(mostVirtualPmus),
  summary: z
    .object({
      mean: share,
      deviation: share,
      least: share,
      greatest: share,
      difference: percentagePoints,
      absoluteDifference: percentagePoints,
      covered: share.nullable(),
      unaccountedShare: share,
      partialShare: share,
    })
    .nullable(),
  reuse: similarities.extend({ timeCause: cause.nullable(), stackCause: cause.nullable() }).nullable(),
})

const live: z.ZodType<LiveEstimate> = z.object({
  engine: z.enum(engines).exclude(['auto']),
  driver: z.enum(['accesses', 'cpu-time']),
  samples: count,
  traps: count,
  fraction: share.nullable(),
  ci95: interval.nullable(),
  driverWeightedTruth: share.nullable(),
  found: share,
  difference: percentagePoints.nullable(),
  reweighted: z
    .object({
      fraction: share.nullable(),
      ci95: interval.nullable(),
      difference: percentagePoints.nullable(),
      covered: share,
      ranks: ranks.nullable().optional(),
    })
    .nullable(),
  reuse: similarities.nullable(),
  ranks: ranks.nullable().optional(),
})

const ofTool: z.ZodType<ToolValidation> = z.object({
  tool,
  truth: z.object({
    waste: amount,
    use: amount,
    fraction: share.nullable(),
    interleavedShare: share,
    unaccountedShare: share,
    freed: z.object({ share }).optional(),
    pairs: z.array(z.object({ share, source: text, target: text })).max(mostPairs),
    reuse: z.object({ time: histogram, stack: histogram, stackFromTime: histogram, modelSimilarity: similarity }).nullable(),
  }),
  live: live.nullable(),
  estimates: z.array(estimate).min(1).max(mostVirtualPmus),
})

export const validationSchema: z.ZodType<Validation> = z.object({
  schema: z.literal(VALIDATION_SCHEMA),
  hagstoneVersion: text,
  command: texts.min(1),
  workingDirectory: text,
  startedAt: z.iso.datetime({ offset: true }),
  host: text,
  exit: z.object({ code: z.int().nullable(), signal: text.nullable() }),
  duration: amount,
  tolerance: share,
  granularity: z.enum(granularities),
  tools: z.array(ofTool).min(1).max(TOOLS.length),
  notes: texts,
})

/** Schemas of every method's parameters: the requests that a window may send, whichever program is behind the port. */
import { z } from 'zod'
import { ADVICE_CLASSES } from '../../shared/advice/advice.ts'
import { EXPORT_FORMATS, EXPORT_TOP, STACK_FORMS } from '../../shared/exported.ts'
import { LONGEST_NOTE } from '../../shared/notes.ts'
import { LONGEST_RUN_LABEL } from '../../shared/rpc/host.ts'
import { VALUE_KINDS } from '../../shared/metrics/values/invariance.ts'
import { VALUE_CLASSES } from '../../shared/profile/value_names.ts'
import type { MethodName, Parameters } from '../../shared/rpc/contract.ts'
import { bounds, engines, followModes, granularities, nanosecondsPerSecond, scopeModes } from '../record/options.ts'
import { CONVERSIONS } from '../../shared/report.ts'
import { TOOLS } from '../../shared/tools.ts'
import { valueBounds, valueProfiles } from '../record/value_options.ts'
import { virtualBounds } from '../validate/settings.ts'

/** No window shows more rows at once. */
const mostRows = 2000
const longestText = 4096
const longestEnvironmentValue = 131_072
const mostWords = 10_000
const mostBins = 128
/** In a calling context. */
const mostFrames = 100_000
const mostEmbedded = 100_000
const mostTransforms = 100
/** Periods, or numbers of registers, of one validation. */
const mostVirtualChoices = 16
const mostThreads = 100_000
/** For a file (NAME_MAX) or a machine. */
const longestName = 255
/** For the system's notices, which show a few lines. */
const longestNotice = 500
const mostSourceFolders = 100
/** ns or bytes; above it a distance is nonsense. */
const longestDistance = 2 ** 50

const none = z.strictObject({})
/** Cells of the trace in one direction: more than on any screen. */
const mostCells = 16384
/** ns since the recording began. */
const moment = z.number().nonnegative().max(1e18)
const identity = z.number().int().nonnegative()
/** More findings than a window lists. */
const mostFindings = 10_000
const findingIdentity = z.string().regex(/^[0-9a-f]{1,64}$/)
const noteChange = z.strictObject({
  status: z.enum(['to-do', 'fixed', 'ignored']).nullable().exactOptional(),
  text: z.string().max(LONGEST_NOTE).exactOptional(),
})
const text = z.string().max(longestText)
const path = z
  .string()
  .min(1)
  .max(longestText)
  .refine((value) => !value.includes('\0'), 'holds a zero byte')
const word = z
  .string()
  .max(longestEnvironmentValue)
  .refine((value) => !value.includes('\0'), 'holds a zero byte')
const rowCount = z.number().int().nonnegative().max(mostRows)
const index = z.number().int().nonnegative()

const notice = z.string().max(longestNotice)
/** A name that ssh would take for an option is invalid. */
const destination = z
  .string()
  .min(1)
  .max(longestName)
  .regex(/^[^-\s\0][^\s\0]*$/)

const tool = z.enum(TOOLS)
const between = ({ minimum, maximum }: { minimum: number; maximum: number }): z.ZodNumber => z.number().min(minimum).max(maximum)

const share = z.number().min(0).max(1)

const windowLength = between(bounds.window).int()

const treeSort = z.strictObject({
  column: z.enum([
    'wasteInclusive',
    'useInclusive',
    'fractionInclusive',
    'wasteShareInclusive',
    'wasteExclusive',
    'useExclusive',
    'fractionExclusive',
    'wasteShareExclusive',
    'runCostInclusive',
    'runCostExclusive',
    'runCostWaiting',
    'traps',
    'name',
    'formula',
  ]),
  formula: text.exactOptional(),
  descending: z.boolean(),
  tool: tool.exactOptional(),
  side: z.enum(['old', 'new', 'change', 'relative', 'impact']).exactOptional(),
})
const treeShape = {
  foldBelow: share.exactOptional(),
  foldStartUp: z.boolean().exactOptional(),
  foldRecursion: z.boolean().exactOptional(),
  showCreators: z.boolean().exactOptional(),
  transforms: z
    .array(z.strictObject({ kind: z.enum(['merge-function', 'drop-function', 'collapse-recursion', 'collapse-module', 'collapse-folder']), name: text }))
    .max(mostTransforms)
    .exactOptional(),
  blame: z.enum(['earlier', 'later', 'ancestor', 'object']).exactOptional(),
  threads: z.array(index).max(mostThreads).exactOptional(),
}
const pairSort = z.strictObject({
  column: z.enum(['advice', 'distance', 'tool', 'object', 'waste', 'use', 'traps', 'shareOfWaste', 'shareOfTotal', 'source', 'target', 'relation']),
  descending: z.boolean(),
})
const pairSide = z.enum(['source', 'target'])
const pairPlace = z.strictObject({ side: z.enum(['either', 'source', 'target']), node: identity.nullable(), functionName: text.nullable() })
const pairGrouping = z.enum([
  'source-line',
  'target-line',
  'both-line',
  'source-function',
  'source-file',
  'source-module',
  'target-function',
  'target-file',
  'target-module',
  'both-function',
  'both-file',
  'both-module',
  'object',
  'advice',
])
const pairFilter = z.strictObject({
  wastefulOnly: z.boolean(),
  search: text,
  regularExpression: z.boolean(),
  side: z.enum(['either', 'source', 'target']),
  tool: tool.nullable().exactOptional(),
  group: z.strictObject({ by: pairGrouping, key: text }).nullable().exactOptional(),
  within: pairPlace.nullable().exactOptional(),
  distance: z
    .strictObject({
      axis: z.enum(['time', 'stack']),
      granularity: z.enum(granularities),
      from: z.number().min(0).max(longestDistance),
      to: z.number().min(0).max(longestDistance).nullable(),
      accessRate: between(bounds.accessRate).nullable(),
    })
    .nullable()
    .exactOptional(),
  advice: z
    .enum([...ADVICE_CLASSES, 'small'])
    .nullable()
    .exactOptional(),
  during: z.strictObject({ first: index, last: index }).nullable().exactOptional(),
  triage: z.enum(['open', 'noted']).nullable().exactOptional(),
})
const launch = z.strictObject({
  program: path,
  arguments: z.array(word).max(mostWords),
  workingDirectory: path,
  environment: z.record(
    z
      .string()
      .regex(/^[^=\0]+$/)
      .max(longestText),
    word.nullable(),
  ),
  tools: z.array(tool).min(1),
  rate: between({ minimum: nanosecondsPerSecond / bounds.period.maximum, maximum: nanosecondsPerSecond / bounds.period.minimum }).nullable(),
  output: path.nullable(),
  engine: z.enum(engines).exactOptional(),
  tolerance: z.number().min(0).lt(1).exactOptional(),
  granularity: z.enum(granularities).exactOptional(),
  follow: z.enum(followModes).exactOptional(),
  duration: between(bounds.duration).nullable().exactOptional(),
  until: between(bounds.until).nullable().exactOptional(),
  runs: between(bounds.runs).int().exactOptional(),
  keepOutput: z.boolean().exactOptional(),
  window: z.strictObject({ on: windowLength, off: windowLength }).nullable().exactOptional(),
  scope: z.enum(scopeModes).exactOptional(),
  granularities: z.array(z.enum(granularities)).min(1).exactOptional(),
  processWide: z.boolean().exactOptional(),
  byObject: z.boolean().exactOptional(),
  valueProfile: z.enum(valueProfiles).exactOptional(),
  calibration: z.strictObject({ command: z.array(word).min(1).max(mostWords).nullable() }).exactOptional(),
  spatialThreshold: z.number().min(0).max(1).exactOptional(),
  valueTable: between(valueBounds.tableSize).int().exactOptional(),
  valueClearing: z.boolean().exactOptional(),
  validation: z
    .strictObject({
      periods: z.array(between(virtualBounds.period).int()).min(1).max(mostVirtualChoices),
      registers: z.array(between(virtualBounds.registers).int()).min(1).max(mostVirtualChoices),
      seeds: between(virtualBounds.seeds).int(),
    })
    .exactOptional(),
  process: z
    .strictObject({
      id: between(bounds.processId).int(),
      startTime: z
        .string()
        .regex(/^\d{1,20}$/)
        .nullable(),
    })
    .exactOptional(),
})

const normalisation = z.enum(['run', 'accesses', 'time'])
const comparedPairFilter = z.strictObject({
  wastefulOnly: z.boolean(),
  status: z.enum(['new', 'gone', 'changed', 'unchanged', 'moved']).nullable(),
  direction: z.enum(['all', 'wins', 'losses']),
  search: text,
  regularExpression: z.boolean(),
})
const comparedPairSort = z.strictObject({
  column: z.enum([
    'status',
    'source',
    'target',
    'relation',
    'object',
    'oldWaste',
    'newWaste',
    'wasteChange',
    'wasteRelative',
    'oldUse',
    'newUse',
    'useChange',
    'oldShare',
    'newShare',
    'shareChange',
    'largest',
    'impact',
  ]),
  descending: z.boolean(),
})
const comparedObjectSort = z.strictObject({
  column: z.enum(['name', 'oldWaste', 'newWaste', 'wasteChange', 'wasteRelative', 'oldUse', 'newUse', 'useChange', 'impact']),
  descending: z.boolean(),
})

export const parameterSchemas: { [M in MethodName]: z.ZodType<Parameters<M>> } = {
  'host.describe': none,
  'host.recent': none,
  'host.forgetRecent': z.strictObject({ path }),
  'host.forgetGone': none,
  'host.labelRecent': z.strictObject({ path, label: z.string().max(LONGEST_RUN_LABEL) }),
  'host.listDirectory': z.strictObject({ path }),
  'host.chooseFile': z.strictObject({ purpose: z.enum(['profile', 'compare-with', 'program', 'directory', 'source-folder']) }),
  'host.doctor': none,
  'host.fileKind': z.strictObject({ path }),

  'desktop.describe': none,
  'desktop.newWindow': z.strictObject({ path: path.nullable() }),
  'desktop.notify': z.strictObject({ title: notice, text: notice }),
  'desktop.savePdf': z.strictObject({
    name: z
      .string()
      .min(1)
      .max(longestName)
      .regex(/^[^/\0]+$/),
  }),
  'desktop.machines': none,
  'desktop.forgetMachine': z.strictObject({ destination }),
  'desktop.connect': z.strictObject({ destination, command: path, allowLaunch: z.boolean() }),

  'settings.read': none,
  'settings.change': z.strictObject({ editor: word.max(longestText).exactOptional(), sourceFolders: z.array(path).max(mostSourceFolders).exactOptional() }),

  'profile.open': z.strictObject({ path }),
  'profile.close': z.strictObject({ profile: identity }),
  'profile.findings': z.strictObject({ profile: identity }),
  'profile.findingOf': z.strictObject({ profile: identity, pair: identity }),
  'validation.read': z.strictObject({ path }),

  'tree.create': z.strictObject({
    profile: identity,
    kind: z.enum(['top-down', 'bottom-up', 'flat']),
    sort: treeSort,
    tool: tool.exactOptional(),
    like: z.strictObject({ view: identity, index: index.nullable() }).exactOptional(),
    ...treeShape,
  }),
  'tree.close': z.strictObject({ view: identity }),
  'tree.rows': z.strictObject({ view: identity, start: index, count: rowCount }),
  'tree.expand': z.strictObject({ view: identity, version: identity, index, expanded: z.boolean(), deep: z.boolean() }),
  'tree.sort': z.strictObject({ view: identity, sort: treeSort, keep: text.nullable() }),
  'tree.focus': z.strictObject({ view: identity, version: identity, index: index.nullable() }),
  'tree.unfocus': z.strictObject({ view: identity, version: identity, kept: index }),
  'tree.search': z.strictObject({ view: identity, text, regularExpression: z.boolean() }),
  'tree.findMatch': z.strictObject({ view: identity, from: z.number().int().min(-1), direction: z.union([z.literal(1), z.literal(-1)]) }),
  'tree.hotPath': z.strictObject({ view: identity, from: index, share: share.exactOptional() }),
  'tree.reveal': z.strictObject({ view: identity, node: identity, pair: identity.nullable() }),
  'tree.copy': z.strictObject({ view: identity, index }),

  'pairs.rows': z.strictObject({ profile: identity, filter: pairFilter, sort: pairSort, start: index, count: rowCount }),
  'pairs.heaviest': z.strictObject({ profile: identity, tool }),
  'pairs.groups': z.strictObject({
    profile: identity,
    filter: pairFilter,
    by: pairGrouping,
    start: index,
    count: rowCount,
    sort: z.strictObject({
      column: z.enum(['source', 'target', 'object', 'advice', 'pairs', 'waste', 'use', 'traps', 'shareOfWaste', 'shareOfTotal']),
      descending: z.boolean(),
    }),
  }),
  'pairs.details': z.strictObject({ profile: identity, pair: identity }),
  'pairs.note': z.strictObject({ profile: identity, pair: identity, change: noteChange }),
  'findings.notes': z.strictObject({ profile: identity, findings: z.array(findingIdentity).max(mostFindings) }),
  'findings.note': z.strictObject({ profile: identity, finding: findingIdentity, title: z.string().max(LONGEST_NOTE), change: noteChange }),
  'pairs.copy': z.strictObject({ profile: identity, pair: identity }),

  'timeline.read': z.strictObject({ profile: identity, tool: tool.exactOptional(), pair: identity.nullable() }),
  'functions.hot': z.strictObject({ profile: identity, tool: tool.exactOptional(), count: rowCount }),
  'functions.around': z.strictObject({ profile: identity, tool: tool.exactOptional(), name: text, most: rowCount }),
  'trace.summary': z.strictObject({ profile: identity }),
  'trace.cells': z
    .strictObject({
      profile: identity,
      tool: tool.exactOptional(),
      from: moment,
      to: moment,
      firstLane: index,
      lastLane: index,
      columns: z.number().int().min(1).max(mostCells),
      rows: z.number().int().min(0).max(mostCells),
      depth: z.number().int().min(1).max(mostCells),
      colour: z.enum(['function', 'region', 'waste']),
    })
    .refine(({ from, to }) => from < to, 'a part of the run that ends after it begins'),
  'trace.at': z.strictObject({ profile: identity, lane: index, time: moment }),
  'trace.filter': z
    .strictObject({ profile: identity, from: moment, to: moment, threads: z.array(index).min(1).max(mostThreads).exactOptional() })
    .refine(({ from, to }) => from < to, 'a part of the run that ends after it begins'),
  'threads.distribution': z.strictObject({ profile: identity, tool: tool.exactOptional(), place: pairPlace.nullable() }),

  'flame.read': z.strictObject({
    profile: identity,
    tool: tool.exactOptional(),
    measure: z.enum(['waste', 'run-cost']).exactOptional(),
    side: pairSide,
    inverted: z.boolean(),
    around: text.nullable(),
    narrowed: z.strictObject({ side: pairSide, inverted: z.boolean(), path: z.array(index).max(mostFrames) }).nullable(),
  }),

  'sources.list': z.strictObject({ profile: identity }),
  'sources.embed': z.strictObject({ profile: identity, files: z.array(text).max(mostEmbedded) }),
  'source.read': z.strictObject({ profile: identity, file: path, agreed: z.boolean() }),
  'profile.assignments': z.strictObject({ profile: identity }),
  'source.fetch': z.strictObject({ profile: identity, file: path }),
  'source.map': z.strictObject({ from: path, to: path }),
  'source.mappings': none,
  'source.unmap': z.strictObject({ from: path }),
  'source.edit': z.strictObject({ profile: identity, file: path, line: z.number().int().positive(), agreed: z.boolean() }),
  'source.heat': z.strictObject({ profile: identity, file: path, tool: tool.exactOptional() }),
  'disassembly.read': z.strictObject({
    profile: identity,
    tool: tool.exactOptional(),
    moduleIndex: z.number().int().min(-1),
    address: z.string().regex(/^0x[0-9a-f]{1,16}$/),
  }),

  'reuse.read': z
    .strictObject({
      profile: identity,
      pair: identity.nullable(),
      object: identity.nullable(),
      conversion: z.enum(CONVERSIONS),
      accessRate: between(bounds.accessRate).nullable(),
      firstBin: z.number().positive().max(longestDistance).nullable(),
      binCount: z.number().int().min(2).max(mostBins),
    })
    .refine(({ pair, object }) => pair === null || object === null, 'of a pair or of an object, not of both'),
  'reuse.objects': z.strictObject({ profile: identity }),

  'values.rows': z.strictObject({
    profile: identity,
    filter: z.strictObject({
      kind: z.enum(VALUE_KINDS),
      instructionClass: z.enum(VALUE_CLASSES).nullable(),
      search: text,
      regularExpression: z.boolean(),
      leastShare: share.exactOptional(),
    }),
    sort: z.strictObject({
      column: z.enum(['executions', 'inv1', 'inv5', 'mrv1', 'zero', 'estimated', 'role', 'type', 'subject', 'place']),
      descending: z.boolean(),
    }),
    start: index,
    count: rowCount,
  }),
  'values.summary': z.strictObject({ profile: identity }),
  'values.groups': z.strictObject({ profile: identity, kind: z.enum(VALUE_KINDS), by: z.enum(['line', 'function']), start: index, count: rowCount }),
  'values.at': z.strictObject({ profile: identity, moduleIndex: z.number().int().min(-1), address: z.string().regex(/^0x[0-9a-f]{1,16}$/) }),
  'values.compare': z.strictObject({ first: identity, second: identity }),

  'compare.open': z.strictObject({ old: identity, new: identity }),
  'compare.close': z.strictObject({ comparison: identity }),
  'compare.findings': z.strictObject({ comparison: identity }),
  'compare.tree': z.strictObject({ comparison: identity, kind: z.enum(['top-down', 'bottom-up', 'flat']), tool, normalisation, sort: treeSort }),
  'compare.find': z.strictObject({ comparison: identity, tool, version: z.enum(['old', 'new']), path: z.array(index).min(1).max(mostFrames) }),
  'compare.renormalise': z.strictObject({ view: identity, normalisation }),
  'compare.pairs': z.strictObject({
    comparison: identity,
    tool,
    normalisation,
    filter: comparedPairFilter,
    sort: comparedPairSort,
    start: index,
    count: rowCount,
  }),
  'compare.objects': z.strictObject({ comparison: identity, tool, normalisation, sort: comparedObjectSort, start: index, count: rowCount }),
  'compare.reuse': z.strictObject({
    comparison: identity,
    conversion: z.enum(CONVERSIONS),
    accessRate: between(bounds.accessRate).nullable(),
    firstBin: z.number().positive().max(longestDistance).nullable(),
    binCount: z.number().int().min(2).max(mostBins),
  }),
  'compare.export': z.strictObject({
    comparison: identity,
    tool,
    normalisation,
    table: z.enum(['pairs', 'functions', 'objects']),
    pairs: z.strictObject({ filter: comparedPairFilter, sort: comparedPairSort }).exactOptional(),
    format: z.enum(['csv', 'markdown']),
  }),

  'launch.start': launch,
  'launch.pause': z.strictObject({ recording: identity, paused: z.boolean() }),
  'launch.processes': none,
  'launch.running': none,
  'launch.follow': z.strictObject({ recording: identity }),
  'launch.stop': z.strictObject({ recording: identity }),
  'launch.discard': z.strictObject({ recording: identity }),

  'export.csv': z.strictObject({
    profile: identity,
    format: z.enum(['csv', 'markdown']).exactOptional(),
    table: z.enum(['pairs', 'flat', 'statistics', 'threads', 'objects', 'reuse', 'values']),
    pairs: z.strictObject({ filter: pairFilter, sort: pairSort }).exactOptional(),
  }),
  'export.profile': z.strictObject({
    profile: identity,
    format: z.enum(EXPORT_FORMATS),
    stacks: z.enum(STACK_FORMS),
    top: between(EXPORT_TOP).int().nullable(),
    sources: z.array(text).max(mostEmbedded),
  }),
  'export.read': z.strictObject({ file: identity, start: identity }),
  'export.close': none,
}

/** Reads the tables of a profile database of any version, trusting no value. */
import { z } from 'zod'
import type { ProfileTables } from '../../shared/profile/profile.ts'
import { knowContextSums, NO_SUMS, SUMMED, sumsByTool, type ContextSums } from '../../shared/profile/tree/context_sums.ts'
import { TOOLS } from '../../shared/profile/profile.ts'
import { UNOBSERVED } from '../../shared/progress.ts'
import { VALUE_ROLES } from '../../shared/profile/value_names.ts'
import { MOST_INTERVALS, NO_TIMELINE, type TimelineTable } from '../../shared/profile/timeline.ts'
import { NO_TRACE, type TraceTable } from '../../shared/profile/trace.ts'
import type {
  CensoredTable,
  ContextTotalTable,
  CpuTimeTable,
  DistanceCountTable,
  ExecutedTable,
  NodeTable,
  ObjectDistanceTable,
  PairTable,
  ReuseTable,
  ThreadShareTable,
  ValueEntryTable,
  ValueTable,
  WatchTable,
} from '../../shared/profile/tables.ts'
import type { ObjectKind } from '../../shared/profile/frame.ts'
import type { Tool } from '../../shared/run.ts'
import { InvalidProfile } from './invalid_profile.ts'
import { defineLazily, forgetWhatWasRead } from '../../shared/profile/columns/lazy_property.ts'
import { COLUMN_BYTES, LIMITS, SCHEMAS, storedColumns, TABLE_NAMES, type TableName } from './profile_schema.ts'
import { readColumns, type Columns } from './read_columns.ts'
import type { Database, Row } from './sqlite.ts'

const tool = z.enum(TOOLS)
const count = z.int().nonnegative()
const amount = z.number().nonnegative()
const share = z.number().min(0).max(1)
const granularity = z.enum(['byte', 'word', 'line'])
const producedBytes = z.object({ bytes: amount, repeated: amount })
const repeatedBytes = z.object({ precise: producedBytes, approximate: producedBytes })
/** JSON has no infinite numbers. */
const sum = z.number().nullable()
const contextSumsSchema = z
  .array(z.object({ accessed: sum, use: sum, unfinished: sum, freed: sum, interleaved: sum, first: sum, waiting: sum.default(0) }))
  .max(TOOLS.length)
const runSchema = z.object({
  command: z.array(z.string()),
  workingDirectory: z.string(),
  engine: z.enum(['software', 'pebs', 'ibs', 'exhaustive', 'virtual']),
  engineReason: z.string(),
  transport: z.enum(['sigtrap', 'async', 'tracer']).nullable(),
  tools: z.array(tool),
  driver: z.enum(['accesses', 'cpu-time']),
  unit: z.enum(['bytes', 'ns']),
  period: amount,
  early: z.object({ period: amount, time: amount }).exactOptional(),
  meanPeriod: amount.exactOptional(),
  sampleWeights: z.object({ light: amount, heavy: amount }).exactOptional(),
  runs: z
    .array(
      z.object({
        startedAt: z.string(),
        code: z.int().nullable(),
        signal: z.string().nullable(),
        cpuSeconds: amount,
        tools: z.partialRecord(tool, z.object({ waste: amount, use: amount, traps: amount })),
      }),
    )
    .exactOptional(),
  duration: amount,
  targetCpuSeconds: amount,
  startedAt: z.string(),
  host: z.string(),
  kernel: z.string().exactOptional(),
  processors: z.object({ model: z.string(), count }).exactOptional(),
  exit: z.object({
    code: z.int().nullable(),
    signal: z.string().nullable(),
    state: z.enum(['finished', 'killed', 'stopped', 'out-of-space', 'running', 'unable']),
  }),
  seed: z.string(),
  watchRegisters: count,
  reservoir: z.enum(['registers', 'common', 'oldest', 'never']),
  attribution: z.enum(['proportional', 'none']),
  processes: count,
  threads: count,
  hagstoneVersion: z.string(),
  tolerance: share.default(0),
  granularity: granularity.exactOptional(),
  distanceUnit: z.enum(['cpu-time', 'accesses']).exactOptional(),
  ranks: z.array(count).default([]),
  events: z.array(z.string()).default([]),
  stoppedBy: z.string().nullable().default(null),
  accessRate: z.number().positive().nullable().default(null),
  accessMix: z.number().positive().max(4).exactOptional(),
  caches: z.array(z.object({ level: count, bytes: z.int().positive() })).default([]),
  energy: amount.exactOptional(),
  tellsWaiting: z.literal(true).exactOptional(),
  openmpSleeps: z.literal(true).exactOptional(),
  regionWork: z.array(z.object({ function: count, threads: z.array(z.tuple([count, amount])) })).exactOptional(),
  workOutsideRegions: z.array(z.tuple([count, amount])).exactOptional(),
  programOutput: z.object({ text: z.string().max(LIMITS.textBytes), leftOut: count }).exactOptional(),
  windows: z.object({ on: amount, off: amount, covered: share }).exactOptional(),
  granularities: z.array(granularity).exactOptional(),
  values: z
    .object({
      tableSize: count,
      roles: z.array(z.enum(VALUE_ROLES)),
      profile: z.enum(['full', 'rising', 'bounds']),
      backOff: amount,
      constantBackOff: z.boolean(),
      clearing: z.boolean(),
      reference: z.boolean(),
      instructions: amount,
    })
    .exactOptional(),
  registers: z
    .object({
      load: repeatedBytes,
      store: repeatedBytes.nullable(),
      register: repeatedBytes,
      instructions: z.object({ executed: amount, precise: amount, approximate: amount }),
    })
    .exactOptional(),
  reweighted: z
    .object({
      command: z.array(z.string()),
      sameInput: z.boolean(),
      covered: share,
      counted: share,
      accessRate: z.number().positive().nullable(),
      period: amount,
    })
    .exactOptional(),
  unrecorded: z.array(z.object({ program: z.string(), processes: count, why: z.string(), action: z.string() })).exactOptional(),
})
/** Tables in memory may be this many times larger than the file: columns of one value take hardly any space in it. */
const MOST_EXPANSION = 16
const MOST_COMMON_VALUES = 100
const LONGEST_STRIP = 1000
const MOST_DATA_NAMES = 4
const LONGEST_DATA_NAME = 80
const hexadecimalBytes = z.string().regex(/^(?:[0-9a-f]{2}){1,16}$/)
const rowCount = count.max(LIMITS.rows)
const rowsSchema = z.object({
  nodes: rowCount.min(1),
  pairs: rowCount,
  watches: rowCount,
  threadShares: rowCount.default(0),
  reuses: rowCount.default(0),
  censored: rowCount.default(0),
  contextTotals: rowCount.default(0),
  distanceCounts: rowCount.default(0),
  valueTables: rowCount.default(0),
  valueEntries: rowCount.default(0),
  timeline: rowCount.default(0),
  objectDistances: rowCount.default(0),
  cpuTimes: rowCount.default(0),
  executed: rowCount.default(0),
  trace: rowCount.default(0),
})
const spatialValuesSchema = z.array(
  z
    .object({
      node: z.int().min(-1),
      object: z.int().min(-1),
      group: z.enum(['array', 'general', 'x87', 'simd']),
      type: z.enum(['bytes', 'signed', 'unsigned', 'float', 'pointer']),
      elementBytes: z.int().positive(),
      approximate: z.boolean(),
      inspections: amount,
      above: amount,
      elements: amount,
      unique: amount,
      latestElements: amount,
      latestUnique: amount,
      values: z.array(z.object({ count: amount, bytes: hexadecimalBytes })).max(MOST_COMMON_VALUES),
      strip: z.array(hexadecimalBytes).max(LONGEST_STRIP),
    })
    .refine(
      ({ inspections, above, elements, unique, latestElements, latestUnique }) =>
        above <= inspections && unique <= elements && latestUnique <= latestElements && (above === 0) === (latestElements === 0),
    ),
)
const timelineAxisSchema = z.object({
  unit: z.enum(['ns', 'instructions']),
  ends: z
    .array(amount)
    .max(MOST_INTERVALS)
    .refine((ends) => ends.every((end, i) => end > (ends[i - 1] ?? 0))),
})
const traceAxisSchema = z.object({ unit: z.number().positive(), end: amount, firsts: z.array(rowCount).max(LIMITS.names), stride: z.int().positive() })
const oneBodySchema = z.array(z.tuple([count, z.string()]))
const accessedDataSchema = z.array(z.tuple([count, z.array(z.string().max(LONGEST_DATA_NAME)).min(1).max(MOST_DATA_NAMES)]))
const bootstrapSchema = z.object({ seed: count, replicates: count })

/** Rejects any table, index, view or trigger that is not exactly ours. */
export function checkSchema(database: Database, version: number): void {
  const schema = SCHEMAS[version] ?? []
  const found = database.rows('SELECT type, sql FROM sqlite_schema ORDER BY rowid')
  if (found.length !== schema.length || found.some((row, i) => row.type !== 'table' || row.sql !== schema[i]))
    throw new InvalidProfile('it holds other tables, triggers or views than a profile has')
}

/**
 * Tables that the version does not store are empty or zero; upgrade_tables.ts gives them their meaning.
 * @throws InvalidProfile, or what SQLite and zod throw on damage
 */
export function readTables(database: Database, fileSize: number, version: number, progress = UNOBSERVED): ProfileTables {
  const values = new Map(
    database
      .rows('SELECT name, CASE WHEN octet_length(value) <= ? THEN value END AS value FROM run', LIMITS.describingBytes)
      .map((row) => [row.name, row.value]),
  )
  const parse = <T>(name: string, schema: z.ZodType<T>): T => {
    const value = values.get(name)
    if (typeof value !== 'string') throw new InvalidProfile(`"${name}" is missing${value === null ? ' or too long' : ''}`)
    return schema.parse(JSON.parse(value))
  }
  const rows = parse('rows', rowsSchema)
  const columns = (table: TableName): Columns => {
    progress.reached(TABLE_NAMES.indexOf(table) / TABLE_NAMES.length)
    return readColumns(database, table, rows[table], version)
  }
  const bytes = TABLE_NAMES.reduce((sum, table) => sum + rows[table] * rowBytes(version, table), 0)
  if (bytes > fileSize * (version < 3 ? 1 : MOST_EXPANSION)) throw new InvalidProfile('its tables claim to be larger than the file')
  const tables = {
    run: parse('run', runSchema),
    partial: parse('partial', z.string().nullable()),
    bootstrap: parse('bootstrap', bootstrapSchema),
    spatialValues: values.has('spatialValues') ? parse('spatialValues', spatialValuesSchema) : [],
    notes: readRows(database, 'notes', 'position', (row) => text(row.text)),
    counters: readRows(database, 'statistics', 'position', (row) => ({ name: text(row.name), value: real(row.value, 0), description: text(row.description) })),
    intervals: readIntervals(database),
    threads: version === 1 ? readThreads1(database) : readThreads(database),
    modules: readRows(database, 'modules', 'id', (row) => ({
      path: text(row.path),
      buildId: text(row.build_id),
      note: row.note === null ? null : text(row.note),
    })),
    files: readRows(database, 'files', 'id', (row) => text(row.path)),
    sourceSums: version < 9 ? [] : readSourceSums(database),
    functions: readManyRows(database, 'functions', ['name', 'linkage_name', 'module', 'file', 'line'], ([name, linkageName, module, file, line]) => ({
      name: text(name),
      linkageName: text(linkageName),
      module: integer(module, -1),
      file: integer(file, -1),
      line: integer(line, -1),
    })),
    objects: version === 1 ? [] : readObjects(database, version),
    nodes: columns('nodes') as unknown as NodeTable,
    pairs: columns('pairs') as unknown as PairTable,
    watches: columns('watches') as unknown as WatchTable,
    cpuTimes: columns('cpuTimes') as unknown as CpuTimeTable,
    executed: columns('executed') as unknown as ExecutedTable,
    threadShares: columns('threadShares') as unknown as ThreadShareTable,
    reuses: columns('reuses') as unknown as ReuseTable,
    censored: columns('censored') as unknown as CensoredTable,
    contextTotals: columns('contextTotals') as unknown as ContextTotalTable,
    distanceCounts: columns('distanceCounts') as unknown as DistanceCountTable,
    objectDistances: columns('objectDistances') as unknown as ObjectDistanceTable,
    valueTables: columns('valueTables') as unknown as ValueTable,
    valueEntries: columns('valueEntries') as unknown as ValueEntryTable,
    valueNames: version < 4 ? [] : readRows(database, 'value_names', 'id', (row) => text(row.name)),
    timelineAxis: values.has('timelineAxis') ? parse('timelineAxis', timelineAxisSchema) : NO_TIMELINE.timelineAxis,
    timeline: columns('timeline') as unknown as TimelineTable,
    traceAxis: values.has('traceAxis') ? parse('traceAxis', traceAxisSchema) : NO_TRACE.traceAxis,
    trace: columns('trace') as unknown as TraceTable,
    ...(values.has('accessedData') ? { accessedData: parse('accessedData', accessedDataSchema) } : {}),
  } as ProfileTables
  for (const [row, names] of values.has('oneBody') ? parse('oneBody', oneBodySchema) : []) {
    const described = tables.functions[row]
    if (described === undefined) throw new InvalidProfile('a function is missing')
    described.oneBody = names
  }
  const { contextTotals } = tables
  const sums = values.has('contextSums') ? parse('contextSums', contextSumsSchema) : addedUp(contextTotals)
  if (!sums.every(areSums)) throw new InvalidProfile('its counted accesses contradict each other')
  knowContextSums(contextTotals, sums)
  defineLazily(tables, 'instructions', () =>
    readManyRows(database, 'instructions', ['module', 'address', 'text'], ([module, address, code]) => ({
      module: integer(module, -1),
      address: real(address, 0),
      text: code === null ? null : text(code),
    })),
  )
  return tables
}

/** Column by column: all together they are larger than everything else. */
function addedUp(table: ContextTotalTable): ContextSums[] {
  const sums = TOOLS.map((): ContextSums => ({ ...NO_SUMS }))
  for (const name of SUMMED) {
    const ofTools = sumsByTool(table.tool, table[name])
    for (const [tool, own] of sums.entries()) own[name] = ofTools[tool]!
    forgetWhatWasRead(table)
  }
  return sums
}

function areSums(sums: Record<keyof ContextSums, number | null>): sums is ContextSums {
  return SUMMED.every((name) => sums[name] !== null && sums[name] >= 0 && sums[name] < Infinity)
}

/** Threads of the only tool that version 1 had. */
function readThreads1(database: Database): ProfileTables['threads'] {
  return readRows(database, 'threads', 'position', (row) => ({
    rank: null,
    process: integer(row.process, 0),
    thread: integer(row.thread, 0),
    name: text(row.name),
    cpuTime: real(row.cpu_time, -1),
    coverage: null,
    samples: real(row.samples, 0),
    tools: { 'dead-stores': { traps: real(row.traps, 0), waste: real(row.waste, 0), use: real(row.use, 0) } },
  }))
}

function readThreads(database: Database): ProfileTables['threads'] {
  const threads: ProfileTables['threads'] = readRows(database, 'threads', 'position', (row) => ({
    rank: row.rank === null ? null : integer(row.rank, 0),
    process: integer(row.process, 0),
    thread: integer(row.thread, 0),
    name: text(row.name),
    cpuTime: real(row.cpu_time, -1),
    coverage: row.coverage === null ? null : real(row.coverage, 0),
    samples: real(row.samples, 0),
    tools: {},
  }))
  for (const row of database.rows('SELECT thread, tool, traps, waste, use FROM thread_tools ORDER BY thread, tool LIMIT ?', threads.length * TOOLS.length)) {
    const thread = threads[integer(row.thread, 0)]
    if (!thread) throw new InvalidProfile('a thread is missing')
    thread.tools[knownTool(row.tool)] = { traps: real(row.traps, 0), waste: real(row.waste, 0), use: real(row.use, 0) }
  }
  return threads
}

function readObjects(database: Database, version: number): ProfileTables['objects'] {
  const objects = readRows(database, 'objects', 'id', (row): ProfileTables['objects'][number] => ({
    name: text(row.name),
    module: integer(row.module, -1),
    ...(version === 2 ? { kind: null, bytes: -1, allocation: -1 } : readObjectOrigin(row)),
    loads: {},
  }))
  if (version === 2) return objects
  for (const row of database.rows('SELECT * FROM object_loads ORDER BY object, tool LIMIT ?', objects.length * TOOLS.length)) {
    const object = objects[integer(row.object, 0)]
    if (!object) throw new InvalidProfile('an object is missing')
    const bytes = real(row.bytes, 0)
    const precise = { instances: real(row.precise_instances, 0), bytes: real(row.precise_bytes, 0) }
    const approximate = { instances: real(row.approximate_instances, 0), bytes: real(row.approximate_bytes, 0) }
    if (precise.bytes + approximate.bytes > bytes) throw new InvalidProfile('the loads of an object are impossible')
    object.loads[knownTool(row.tool)] = {
      instances: real(row.instances, 0),
      bytes,
      precise,
      approximate,
      fraction: bytes > 0 ? (precise.bytes + approximate.bytes) / bytes : null,
    }
  }
  return objects
}

function readObjectOrigin(row: Row): Pick<ProfileTables['objects'][number], 'kind' | 'bytes' | 'allocation'> {
  const kind = OBJECT_KINDS.find((known) => known === row.kind) ?? null
  if (kind === null && row.kind !== null) throw new InvalidProfile('a kind of object is not known')
  return { kind, bytes: real(row.bytes, -1), allocation: integer(row.allocation, -1) }
}

const OBJECT_KINDS = ['static', 'heap', 'mapped'] as const satisfies readonly ObjectKind[]

function rowBytes(version: number, table: TableName): number {
  return Object.values(storedColumns(version, table)).reduce((sum, type) => sum + COLUMN_BYTES[type], 0)
}

/** Rows whose ids run from 0 without a gap, so that an id is a position. */
function readRows<T>(database: Database, table: string, id: string, convert: (row: Row) => T): T[] {
  const total = database.rows(`SELECT count(*) AS total FROM ${table}`)[0]!.total as number
  if (total > LIMITS.names) throw new InvalidProfile(`table ${table} is too large`)
  return database.rows(`SELECT * FROM ${table} ORDER BY ${id}`).map((row, position) => {
    if (row[id] !== position) throw new InvalidProfile(`rows of table ${table} are missing`)
    return convert(row)
  })
}

/** The same of tables that have a row for each function or instruction of a program. */
function readManyRows<T>(database: Database, table: string, columns: string[], convert: (values: unknown[]) => T): T[] {
  const total = database.rows(`SELECT count(*) AS total FROM ${table}`)[0]!.total as number
  if (total > LIMITS.names) throw new InvalidProfile(`table ${table} is too large`)
  return database.valueLists(`SELECT ${columns.join(', ')}, id FROM ${table} ORDER BY id`).map((values, position) => {
    if (values[columns.length] !== position) throw new InvalidProfile(`rows of table ${table} are missing`)
    return convert(values)
  })
}

function readSourceSums(database: Database): ProfileTables['sourceSums'] {
  const total = database.rows('SELECT count(*) AS total FROM source_sums')[0]!.total as number
  if (total > LIMITS.names) throw new InvalidProfile('table source_sums is too large')
  return database.rows('SELECT file, md5 FROM source_sums ORDER BY file, md5').map((row) => {
    const md5 = text(row.md5)
    if (!/^[0-9a-f]{32}$/.test(md5)) throw new InvalidProfile('a sum of a source is none')
    return { file: integer(row.file, 0), md5 }
  })
}

function readIntervals(database: Database): ProfileTables['intervals'] {
  return database.rows('SELECT tool, low, high FROM intervals ORDER BY tool LIMIT 100').map((row) => {
    const low = real(row.low, 0)
    const high = real(row.high, low)
    if (high > 1) throw new InvalidProfile('an interval is impossible')
    return { tool: knownTool(row.tool), low, high }
  })
}

function knownTool(value: unknown): Tool {
  const name = TOOLS.find((known) => known === value)
  if (!name) throw new InvalidProfile('a tool is not known')
  return name
}

function text(value: unknown): string {
  if (typeof value !== 'string' || value.length > LIMITS.textBytes) throw new InvalidProfile('a text is missing or too long')
  return value
}

function integer(value: unknown, least: number): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < least || value > 0xffffffff) throw new InvalidProfile('a number is out of range')
  return value
}

function real(value: unknown, least: number): number {
  if (typeof value !== 'number' || !Number.isFinite(value) || value < least) throw new InvalidProfile('a number is out of range')
  return value
}

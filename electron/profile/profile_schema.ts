/** Schema of NAME.hagstone. A change here needs a new PROFILE_VERSION, the old schema kept, and an upgrader (upgrades/). */

/** "HAGS" as big-endian text, in SQLite's application_id. */
export const APPLICATION_ID = 0x48414753
export const PROFILE_VERSION = 12
/**
 * Rows of a column in one BLOB. Since version 3, a BLOB with a single value represents that many equal rows. Since
 * version 7, whole numbers in a float64 column are stored in 1, 2 or 4 bytes each if all of a BLOB fit.
 */
export const CHUNK_ROWS = 65536
/** Fewer rows in narrow numbers could be taken for a single value. */
export const FEWEST_NARROW = 9

/** Larger profiles are rejected before anything of their size is allocated. */
export const LIMITS = {
  rows: 1 << 26,
  names: 1 << 24,
  textBytes: 1 << 20,
  /** Limit for one value of the table run, as JSON. */
  describingBytes: 64 << 20,
  codeBytes: 16 << 20,
} as const

const THREADS_1 = `CREATE TABLE threads (position INTEGER PRIMARY KEY NOT NULL, process INTEGER NOT NULL, thread INTEGER NOT NULL, name TEXT NOT NULL,
  cpu_time REAL NOT NULL, samples REAL NOT NULL, traps REAL NOT NULL, waste REAL NOT NULL, use REAL NOT NULL) STRICT`
const THREADS_2 = `CREATE TABLE threads (position INTEGER PRIMARY KEY NOT NULL, rank INTEGER, process INTEGER NOT NULL, thread INTEGER NOT NULL, name TEXT NOT NULL,
  cpu_time REAL NOT NULL, coverage REAL, samples REAL NOT NULL) STRICT`

const OBJECTS_2 = 'CREATE TABLE objects (id INTEGER PRIMARY KEY NOT NULL, name TEXT NOT NULL, module INTEGER NOT NULL) STRICT'
const OBJECTS_3 = `CREATE TABLE objects (id INTEGER PRIMARY KEY NOT NULL, name TEXT NOT NULL, module INTEGER NOT NULL, kind TEXT,
  bytes REAL NOT NULL, allocation INTEGER NOT NULL) STRICT`

/** In the order of creation. */
const SCHEMA_1: readonly string[] = [
  'CREATE TABLE run (name TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL) STRICT, WITHOUT ROWID',
  'CREATE TABLE notes (position INTEGER PRIMARY KEY NOT NULL, text TEXT NOT NULL) STRICT',
  'CREATE TABLE statistics (position INTEGER PRIMARY KEY NOT NULL, name TEXT NOT NULL, value REAL NOT NULL, description TEXT NOT NULL) STRICT',
  'CREATE TABLE intervals (tool TEXT PRIMARY KEY NOT NULL, low REAL NOT NULL, high REAL NOT NULL) STRICT, WITHOUT ROWID',
  THREADS_1,
  'CREATE TABLE modules (id INTEGER PRIMARY KEY NOT NULL, path TEXT NOT NULL, build_id TEXT NOT NULL, note TEXT) STRICT',
  'CREATE TABLE files (id INTEGER PRIMARY KEY NOT NULL, path TEXT NOT NULL) STRICT',
  `CREATE TABLE functions (id INTEGER PRIMARY KEY NOT NULL, name TEXT NOT NULL, linkage_name TEXT NOT NULL,
  module INTEGER NOT NULL, file INTEGER NOT NULL, line INTEGER NOT NULL) STRICT`,
  'CREATE TABLE instructions (id INTEGER PRIMARY KEY NOT NULL, module INTEGER NOT NULL, address REAL NOT NULL, text TEXT) STRICT',
  `CREATE TABLE function_code (id INTEGER PRIMARY KEY NOT NULL, module INTEGER NOT NULL, name TEXT NOT NULL, low REAL NOT NULL, high REAL NOT NULL,
  lines BLOB NOT NULL) STRICT`,
  `CREATE TABLE columns (table_name TEXT NOT NULL, column_name TEXT NOT NULL, chunk INTEGER NOT NULL, data BLOB NOT NULL,
  PRIMARY KEY (table_name, column_name, chunk)) STRICT, WITHOUT ROWID`,
]

const SCHEMA_2: readonly string[] = [
  ...SCHEMA_1.map((statement) => (statement === THREADS_1 ? THREADS_2 : statement)),
  `CREATE TABLE thread_tools (thread INTEGER NOT NULL, tool TEXT NOT NULL, traps REAL NOT NULL, waste REAL NOT NULL, use REAL NOT NULL,
  PRIMARY KEY (thread, tool)) STRICT, WITHOUT ROWID`,
  OBJECTS_2,
]

const SCHEMA_3: readonly string[] = [
  ...SCHEMA_2.map((statement) => (statement === OBJECTS_2 ? OBJECTS_3 : statement)),
  `CREATE TABLE object_loads (object INTEGER NOT NULL, tool TEXT NOT NULL, instances REAL NOT NULL, bytes REAL NOT NULL,
  precise_instances REAL NOT NULL, precise_bytes REAL NOT NULL, approximate_instances REAL NOT NULL, approximate_bytes REAL NOT NULL,
  PRIMARY KEY (object, tool)) STRICT, WITHOUT ROWID`,
]

const SCHEMA_4: readonly string[] = [...SCHEMA_3, 'CREATE TABLE value_names (id INTEGER PRIMARY KEY NOT NULL, name TEXT NOT NULL) STRICT']

const SCHEMA_5: readonly string[] = [
  ...SCHEMA_4,
  'CREATE TABLE sources (file INTEGER PRIMARY KEY NOT NULL, bytes INTEGER NOT NULL, text BLOB NOT NULL) STRICT',
  'CREATE TABLE pair_notes (note_key TEXT PRIMARY KEY NOT NULL, pair TEXT NOT NULL, status TEXT, text TEXT NOT NULL) STRICT, WITHOUT ROWID',
]

const SCHEMA_9: readonly string[] = [
  ...SCHEMA_5,
  'CREATE TABLE source_sums (file INTEGER NOT NULL, md5 TEXT NOT NULL, PRIMARY KEY (file, md5)) STRICT, WITHOUT ROWID',
]

/** By version; compared as text when a file is opened. */
export const SCHEMAS: Record<number, readonly string[]> = {
  1: SCHEMA_1,
  2: SCHEMA_2,
  3: SCHEMA_3,
  4: SCHEMA_4,
  5: SCHEMA_5,
  6: SCHEMA_5,
  7: SCHEMA_5,
  8: SCHEMA_5,
  9: SCHEMA_9,
  10: SCHEMA_9,
  11: SCHEMA_9,
  12: SCHEMA_9,
}

/** Since version 11 numbers of 'uint32' are stored in 1, 2 or 4 bytes each, as whole numbers of 'float64' are. */
export type ColumnType = 'int32' | 'uint8' | 'uint32' | 'float64'
export const COLUMN_BYTES: Record<ColumnType, number> = { int32: 4, uint8: 1, uint32: 4, float64: 8 }

/** Columns of the big tables, in chunks in table `columns`. Row counts stand in `run` under "rows". */
const COLUMNS_1 = {
  nodes: { parent: 'int32', kind: 'uint8', functionIndex: 'int32', file: 'int32', line: 'int32', address: 'float64', instruction: 'int32' },
  pairs: {
    source: 'int32',
    target: 'int32',
    tool: 'uint8',
    relation: 'uint8',
    flags: 'uint8',
    amount: 'float64',
    traps: 'float64',
    credit: 'float64',
    partial: 'float64',
    intervalLow: 'float64',
    intervalHigh: 'float64',
  },
  watches: { node: 'int32', tool: 'uint8', samples: 'float64', accounted: 'float64', armed: 'float64', bytes: 'float64' },
} as const satisfies Record<string, Record<string, ColumnType>>

const COLUMNS_2 = {
  ...COLUMNS_1,
  pairs: { ...COLUMNS_1.pairs, bytes: 'float64', latency: 'float64', latencyCredit: 'float64', cacheMisses: 'float64', object: 'int32' },
  threadShares: { pair: 'int32', thread: 'int32', amount: 'float64', traps: 'float64' },
  reuses: { pair: 'int32', distance: 'float64', weight: 'float64', time: 'float64' },
  censored: { node: 'int32', distance: 'float64', weight: 'float64', time: 'float64', flags: 'uint8' },
} as const satisfies Record<string, Record<string, ColumnType>>

const COLUMNS_3 = {
  ...COLUMNS_2,
  pairs: { ...COLUMNS_2.pairs, scope: 'int32', interleavedInstances: 'float64', interleavedBytes: 'float64' },
  contextTotals: {
    node: 'int32',
    tool: 'uint8',
    instances: 'float64',
    accessed: 'float64',
    use: 'float64',
    unfinished: 'float64',
    freed: 'float64',
    interleaved: 'float64',
    first: 'float64',
  },
  distanceCounts: { pair: 'int32', axis: 'uint8', granularity: 'uint8', bucket: 'int32', count: 'float64' },
} as const satisfies Record<string, Record<string, ColumnType>>

const COLUMNS_4 = {
  ...COLUMNS_3,
  valueTables: {
    role: 'uint8',
    instructionClass: 'uint8',
    operation: 'uint8',
    element: 'uint8',
    bytes: 'uint8',
    slot: 'int32',
    flags: 'uint8',
    instruction: 'int32',
    functionIndex: 'int32',
    file: 'int32',
    line: 'int32',
    name: 'int32',
    executions: 'float64',
    profiled: 'float64',
    repeats: 'float64',
    zeros: 'float64',
    retried: 'float64',
    converged: 'float64',
    increasing: 'float64',
    decreasing: 'float64',
    estimated: 'float64',
  },
  valueEntries: { table: 'int32', low: 'int32', high: 'int32', count: 'float64', symbol: 'int32' },
} as const satisfies Record<string, Record<string, ColumnType>>

const COLUMNS_5 = {
  ...COLUMNS_4,
  timeline: { tool: 'uint8', interval: 'int32', pair: 'int32', amount: 'float64', accessed: 'float64', traps: 'float64' },
} as const satisfies Record<string, Record<string, ColumnType>>

const COLUMNS_6 = {
  ...COLUMNS_5,
  reuses: { ...COLUMNS_5.reuses, object: 'int32' },
  censored: { ...COLUMNS_5.censored, object: 'int32' },
  objectDistances: { object: 'int32', axis: 'uint8', granularity: 'uint8', bucket: 'int32', count: 'float64' },
} as const satisfies Record<string, Record<string, ColumnType>>

const COLUMNS_8 = {
  ...COLUMNS_6,
  cpuTimes: { node: 'int32', interrupts: 'float64', time: 'float64' },
} as const satisfies Record<string, Record<string, ColumnType>>

const COLUMNS_10 = {
  ...COLUMNS_8,
  executed: { node: 'int32', instructions: 'float64' },
} as const satisfies Record<string, Record<string, ColumnType>>

const COLUMNS_11 = {
  ...COLUMNS_10,
  trace: { step: 'uint32', node: 'uint32', cpuTime: 'uint32' },
} as const satisfies Record<string, Record<string, ColumnType>>

export const COLUMNS = {
  ...COLUMNS_11,
  contextTotals: { ...COLUMNS_11.contextTotals, waiting: 'float64' },
  cpuTimes: { ...COLUMNS_11.cpuTimes, waits: 'uint8' },
  executed: { ...COLUMNS_11.executed, waits: 'uint8' },
} as const satisfies Record<string, Record<string, ColumnType>>
export type TableName = keyof typeof COLUMNS
export const TABLE_NAMES = Object.keys(COLUMNS) as TableName[]

/** Columns that a version stores of a table; none of a table that it does not have. */
export function storedColumns(version: number, table: TableName): Record<string, ColumnType> {
  const versions: Record<number, Partial<Record<TableName, Record<string, ColumnType>>>> = {
    1: COLUMNS_1,
    2: COLUMNS_2,
    3: COLUMNS_3,
    4: COLUMNS_4,
    5: COLUMNS_5,
    6: COLUMNS_6,
    7: COLUMNS_6,
    8: COLUMNS_8,
    9: COLUMNS_8,
    10: COLUMNS_10,
    11: COLUMNS_11,
    12: COLUMNS,
  }
  return versions[version]?.[table] ?? {}
}

/** Their table, and in `run` the rows of `nodes` and `contextTotals` without them. */
export const WITHOUT_CREATORS = 'without creators'

/** The tree that derived data belongs to: the stored one, or the one shown instead. */
export type DerivedTree = '' | ` ${typeof WITHOUT_CREATORS}`

/**
 * Derived data stored beside the big tables since version 7, so that the first rows of a tree need neither the whole
 * tree nor any pair: columns of `subtrees`, and "sums of TOOL" for each tool of the run. More of it needs no new version:
 * sums that a file lacks are computed.
 */
export const DERIVED = {
  /** One past the last row of each subtree. */
  subtrees: { end: 'int32' },
  /**
   * See ToolSums: sets of rows as bits of 32-bit words, numbers and pairs for the members of these sets, and sums of
   * groups of 32 of these numbers.
   */
  sums: {
    charged: 'int32',
    waste: 'float64',
    use: 'float64',
    traps: 'float64',
    wasteGroups: 'float64',
    useGroups: 'float64',
    trapsGroups: 'float64',
    holders: 'int32',
    heldWaste: 'float64',
    heldUse: 'float64',
    paired: 'int32',
    largest: 'int32',
    seen: 'int32',
  },
  /**
   * For profiles that record what created their threads: how the tree fits the one that is shown, whose threads begin at
   * the root (CutTree), each number less that of its row. Its own subtrees and sums stand in tables of their own.
   */
  withoutCreators: { from: 'int32', rowOf: 'int32' },
} as const satisfies Record<string, Record<string, ColumnType>>

export function subtreesTable(tree: DerivedTree): string {
  return `subtrees${tree}`
}

export function sumsTable(tool: string, tree: DerivedTree): string {
  return `sums of ${tool}${tree}`
}

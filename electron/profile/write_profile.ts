/** Writes a profile file under a temporary name beside its place and renames it, so that a reader never sees half of one. */
import { renameSync, rmSync } from 'node:fs'
import { subtreeEnds } from '../../shared/profile/tree/call_tree.ts'
import { contextSums } from '../../shared/profile/tree/context_sums.ts'
import { TOOLS, type FunctionCode, type ProfileTables } from '../../shared/profile/profile.ts'
import { flushFile } from './flush_file.ts'
import { APPLICATION_ID, CHUNK_ROWS, PROFILE_VERSION, SCHEMAS, TABLE_NAMES, WITHOUT_CREATORS } from './profile_schema.ts'
import { createDatabase, type Database } from './sqlite.ts'
import { storedLines } from './stored_code.ts'
import { withoutCreators } from './without_creators/without_creators.ts'
import { writeColumns } from './write_columns.ts'

/** Bytes. With large pages, a chunk of a column takes few of them; a small profile would be mostly empty pages. */
const LARGE_PAGE = 65536
const SMALL_PAGE = 4096

/** @throws a file-system or SQLite error; then nothing is left behind and an older file of that name is unchanged */
export function writeProfile(path: string, profile: ProfileTables, code: FunctionCode[]): void {
  const temporary = `${path}.${process.pid}.partial`
  rmSync(temporary, { force: true })
  try {
    const database = createDatabase(temporary, profile.nodes.length > CHUNK_ROWS ? LARGE_PAGE : SMALL_PAGE)
    try {
      writeTables(database, profile, code)
    } finally {
      database.close()
    }
    flushFile(temporary)
    renameSync(temporary, path)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}

function writeTables(database: Database, profile: ProfileTables, code: FunctionCode[]): void {
  database.run(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${PROFILE_VERSION}; BEGIN`)
  for (const statement of SCHEMAS[PROFILE_VERSION]!) database.run(statement)
  const cut = withoutCreators(profile, () => subtreeEnds(profile.nodes.parent))
  writeRun(database, profile, cut?.profile ?? null)
  const insert = (table: string, rows: Array<Array<string | number | null | Uint8Array>>): void => {
    if (rows.length === 0) return
    const run = database.prepareRun(`INSERT INTO ${table} VALUES (${rows[0]!.map(() => '?').join(', ')})`)
    for (const row of rows) run(...row)
  }
  insert(
    'notes',
    profile.notes.map((text, i) => [i, text]),
  )
  insert(
    'statistics',
    profile.counters.map((counter, i) => [i, counter.name, counter.value, counter.description]),
  )
  insert(
    'intervals',
    profile.intervals.map((interval) => [interval.tool, interval.low, interval.high]),
  )
  insert(
    'threads',
    profile.threads.map((thread, i) => [i, thread.rank, thread.process, thread.thread, thread.name, thread.cpuTime, thread.coverage, thread.samples]),
  )
  insert(
    'thread_tools',
    profile.threads.flatMap((thread, i) => Object.entries(thread.tools).map(([tool, { traps, waste, use }]) => [i, tool, traps, waste, use])),
  )
  insert(
    'objects',
    profile.objects.map((object, i) => [i, object.name, object.module, object.kind, object.bytes, object.allocation]),
  )
  insert(
    'object_loads',
    profile.objects.flatMap(({ loads }, i) =>
      Object.entries(loads).map(([tool, { instances, bytes, precise, approximate }]) => [
        i,
        tool,
        instances,
        bytes,
        precise.instances,
        precise.bytes,
        approximate.instances,
        approximate.bytes,
      ]),
    ),
  )
  insert(
    'modules',
    profile.modules.map((module, i) => [i, module.path, module.buildId, module.note]),
  )
  insert(
    'files',
    profile.files.map((file, i) => [i, file]),
  )
  insert(
    'source_sums',
    profile.sourceSums.map(({ file, md5 }) => [file, md5]),
  )
  insert(
    'functions',
    profile.functions.map((f, i) => [i, f.name, f.linkageName, f.module, f.file, f.line]),
  )
  insert(
    'instructions',
    profile.instructions.map((instruction, i) => [i, instruction.module, instruction.address, instruction.text]),
  )
  insert(
    'function_code',
    code.map((f, i) => [i, f.module, f.name, f.low, f.high, storedLines(f)]),
  )
  insert(
    'value_names',
    profile.valueNames.map((name, i) => [i, name]),
  )
  writeColumns(database, profile, cut)
  database.run('COMMIT')
}

function writeRun(database: Database, profile: ProfileTables, cut: ProfileTables | null): void {
  const values = {
    run: profile.run,
    partial: profile.partial,
    bootstrap: profile.bootstrap,
    spatialValues: profile.spatialValues,
    timelineAxis: profile.timelineAxis,
    ...(profile.trace.length === 0 ? {} : { traceAxis: profile.traceAxis }),
    ...withOneBody(profile.functions),
    ...(profile.accessedData === undefined || profile.accessedData.length === 0 ? {} : { accessedData: profile.accessedData }),
    ...(profile.contextTotals.length === 0 ? {} : { contextSums: TOOLS.map((_, tool) => contextSums(profile.contextTotals, tool)) }),
    ...(cut === null ? {} : { [WITHOUT_CREATORS]: { nodes: cut.nodes.length, contextTotals: cut.contextTotals.length } }),
    rows: Object.fromEntries(TABLE_NAMES.map((table) => [table, profile[table].length])),
  }
  for (const [name, value] of Object.entries(values)) database.run('INSERT INTO run VALUES (?, ?)', name, JSON.stringify(value))
}

/** By row of functions. */
function withOneBody(functions: ProfileTables['functions']): { oneBody?: Array<[number, string]> } {
  const found = functions.flatMap(({ oneBody }, i): Array<[number, string]> => (oneBody === undefined ? [] : [[i, oneBody]]))
  return found.length === 0 ? {} : { oneBody: found }
}

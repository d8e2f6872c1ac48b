/**
 * Opens a profile file. The file is untrusted: everything is checked when it is read, here or (columns that the first
 * rows do not need) on first use, and nothing later checks again.
 */
import { inflateRawSync } from 'node:zlib'
import { z } from 'zod'
import type { CodeLine, FunctionCode, Profile, ProfileTables } from '../../shared/profile/profile.ts'
import { UNOBSERVED, type Progress } from '../../shared/progress.ts'
import { knowTreeSums } from '../../shared/metrics/tree_sums.ts'
import type { ToolSums } from '../../shared/metrics/tool_sums.ts'
import { subtreesOf, type Subtrees } from '../../shared/profile/tree/subtrees.ts'
import { RpcError } from '../../shared/rpc/contract.ts'
import type { Tool } from '../../shared/run.ts'
import { damagedProfile, InvalidProfile } from './invalid_profile.ts'
import { explainFailures } from '../../shared/profile/columns/lazy_property.ts'
import { readProfileHeader } from './profile_header.ts'
import { LIMITS, WITHOUT_CREATORS } from './profile_schema.ts'
import { checkSchema, readTables } from './read_tables.ts'
import { openUntrustedDatabase, type Database } from './sqlite.ts'
import { StoredSums } from './stored_sums.ts'
import { upgradeTables } from './upgrades/upgrade_tables.ts'
import { validateTables } from './validate_tables.ts'
import { cutProfile } from './without_creators/cut_profile.ts'
import { checkCutNodes, storedCut } from './without_creators/stored_cut.ts'
import { withoutCreators } from './without_creators/without_creators.ts'

export interface OpenedProfile {
  /** Threads begin at the root, wherever they were created. */
  profile: Profile
  /** The same with the creator of each thread above it; null if no creator is known. */
  created: CreatedThreads | null
  /** Subtrees of the calling-context tree. */
  subtrees: Subtrees
  /** The stored sums of a tool; null if they must be computed. */
  storedSums: (tool: Tool) => ToolSums | null
  /** Data that was not read by then can no longer be read. */
  close(): void
}

export interface CreatedThreads {
  profile: Profile
  subtrees: Subtrees
  storedSums: (tool: Tool) => ToolSums | null
  /** For each row of this tree, its row in the other one. */
  cutRow: () => Int32Array
}

/** @throws RpcError bad-file (not a profile, newer, truncated, damaged, malicious), not-found, unable: one line each */
export function openProfile(path: string, progress = UNOBSERVED): OpenedProfile {
  const opened = openTables(path, progress)
  knowTreeSums(opened.profile, opened.subtrees, opened.storedSums)
  return opened
}

function openTables(path: string, progress: Progress): OpenedProfile {
  const { version, fileSize } = readProfileHeader(path)
  let database: Database | undefined
  try {
    database = openUntrustedDatabase(path)
    checkSchema(database, version)
    const tables = upgradeTables(readTables(database, fileSize, version, progress), version)
    const ends = validateTables(tables)
    const explain = (error: unknown): unknown => badFile(path, error)
    for (const holder of [tables, tables.nodes, tables.pairs, tables.contextTotals, tables.trace]) explainFailures(holder, explain)
    const stored = new StoredSums(database, tables, ends, version, explain)
    const code = new StoredCode(database, tables, path)
    // Without copying: that would read everything.
    const profile = Object.assign(tables, { codeAt: (module: number, address: number) => code.at(module, address) })
    const whole = { profile, subtrees: stored, storedSums: (tool: Tool) => stored.of(tool) }
    const close = (): void => code.close()
    const cut = storedCut(database, tables, version)
    if (cut === null) {
      const computed = withoutCreators(profile, () => stored.end)
      if (computed === null) return { ...whole, created: null, close }
      const created = { ...whole, cutRow: () => computed.tree.rowOf }
      return { profile: computed.profile, created, subtrees: subtreesOf(computed.profile.nodes), storedSums: () => null, close }
    }
    const shown = cutProfile(profile, cut, cut.contextTotals)
    const shownEnds = checkCutNodes(shown.nodes)
    for (const holder of [cut, shown.nodes]) explainFailures(holder, explain)
    const shownSums = new StoredSums(database, shown, shownEnds, version, explain, ` ${WITHOUT_CREATORS}`)
    return { profile: shown, created: { ...whole, cutRow: () => cut.rowOf }, subtrees: shownSums, storedSums: (tool: Tool) => shownSums.of(tool), close }
  } catch (error) {
    database?.close()
    throw badFile(path, error)
  }
}

/** Disassembly is read on request. */
class StoredCode {
  readonly #database: Database
  readonly #tables: ProfileTables
  readonly #path: string
  readonly #ranges: Array<{ id: number; module: number; name: string; low: number; high: number }>

  constructor(database: Database, tables: ProfileTables, path: string) {
    this.#database = database
    this.#tables = tables
    this.#path = path
    this.#ranges = database.rows('SELECT id, module, name, low, high FROM function_code ORDER BY id LIMIT ?', LIMITS.names).map((row) => rangeSchema.parse(row))
  }

  at(module: number, address: number): FunctionCode | null {
    const range = this.#ranges.find((range) => range.module === module && address >= range.low && address < range.high)
    if (!range) return null
    try {
      const data = this.#database.rows('SELECT lines FROM function_code WHERE id = ?', range.id)[0]?.lines
      if (!(data instanceof Uint8Array)) throw new InvalidProfile('disassembly is missing')
      const lines: unknown = JSON.parse(inflateRawSync(data, { maxOutputLength: LIMITS.codeBytes }).toString('utf8'))
      if (!Array.isArray(lines) || !lines.every(isCodeLine)) throw new InvalidProfile('disassembly is damaged')
      if (lines.some((line) => line.file >= this.#tables.files.length)) throw new InvalidProfile('disassembly names unknown files')
      const { name, low, high } = range
      return { module, name, low, high, lines }
    } catch (error) {
      throw badFile(this.#path, error)
    }
  }

  close(): void {
    this.#database.close()
  }
}

const rangeSchema = z.object({ id: z.int(), module: z.int(), name: z.string(), low: z.number(), high: z.number() })

const MOST_CODE_BYTES = 64
const MOST_CODE_TEXT = 1000

/** A schema takes several times as long, and a report reads thousands of functions. */
function isCodeLine(value: unknown): value is CodeLine {
  if (typeof value !== 'object' || value === null) return false
  const { address, bytes, text, note, file, line } = value as Partial<Record<keyof CodeLine, unknown>>
  return (
    typeof address === 'number' &&
    address >= 0 &&
    address < Infinity &&
    typeof bytes === 'string' &&
    bytes.length <= MOST_CODE_BYTES &&
    typeof text === 'string' &&
    text.length <= MOST_CODE_TEXT &&
    (note === null || typeof note === 'string') &&
    isIndex(file) &&
    isIndex(line)
  )
}

/** −1: none. */
function isIndex(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= -1
}

/**
 * Only errors that a file can cause become a message about the file; all others are bugs of ours and stay unchanged.
 */
function badFile(path: string, error: unknown): unknown {
  if (error instanceof RpcError || !(error instanceof Error)) return error
  const byFile =
    error instanceof InvalidProfile ||
    error instanceof z.ZodError ||
    error instanceof SyntaxError ||
    FILE_ERRORS.test((error as NodeJS.ErrnoException).code ?? '')
  return byFile ? damagedProfile(path, error) : error
}

/** Codes of SQLite, of a number in a column that no double holds, and of inflating. */
const FILE_ERRORS = /^(ERR_SQLITE_ERROR|ERR_OUT_OF_RANGE|ERR_BUFFER_TOO_LARGE|Z_.*)$/

/**
 * The report that a large profile carries, so that its first command on another machine reads no pairs. It is made without
 * source lines, which a shared profile must not give away, and counts where no line that it would use is available. The
 * profile is untrusted: everything is checked, but not compared with the pairs, like stored sums.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { codeDigest } from '../../cache/code_identity.ts'
import { LIMITS } from '../../profile/profile_schema.ts'
import { readAmendments } from '../../profile/amend_profile.ts'
import { openForAmending } from '../../profile/sqlite.ts'
import { statisticsOf } from '../../../shared/metrics/totals.ts'
import type { ProfileTables } from '../../../shared/profile/profile.ts'
import { INSTRUCTION, LINE, LOOP, ROOT } from '../../../shared/profile/tables.ts'
import { jsonWithin } from '../../export/json_pieces.ts'
import type { KeptWeights } from '../../export/samples.ts'
import type { LineText } from '../findings/line_texts.ts'
import type { KeptReport } from './kept_parts.ts'
import { firstOfEach } from '../report.ts'
import { haveNoText } from './noted_lines.ts'
import { carriedRestSchema, carriedSchema, type Carried, type CarriedReport, type CarriedRest, type CarriedRestReport } from './carried_schema.ts'

/**
 * Entries of the table `run`: what most reports show, and more pairs and the functions, which take longer to read. The code
 * that made the report, a space, and the deflated JSON in Base64. Older versions leave them alone.
 */
const ENTRY = 'report'
const REST = 'report_rest'
/** Bytes of the JSON of one. */
const MOST_BYTES = LIMITS.describingBytes

/**
 * Puts a report into a file that nobody else has opened. @param report made without source lines, with findings and functions
 * @param few pairs of each tool that most reports show
 * @throws what SQLite throws; then the file is as it was
 */
export function carryReport(path: string, { parts, lines, top, pairFindings, weights }: KeptReport, few: number): void {
  const { recorded, functions, pairs, ...others } = parts
  const { findings } = others
  if (findings === null || functions === null) return
  const { totals, lacking } = recorded
  const carried: CarriedReport = {
    lines: lines.map(([file, first, last]) => [file, first, last]),
    top: few,
    pairFindings,
    parts: { totals, ...(lacking === undefined ? {} : { lacking }), ...others, findings, pairs: firstOfEach(pairs, few) },
    weights,
  }
  const rest: CarriedRestReport = { top, pairs, functions }
  const entries = [[ENTRY, jsonWithin(carried, MOST_BYTES)] as const, [REST, jsonWithin(rest, MOST_BYTES)] as const]
  if (entries.some(([, json]) => json === null)) return
  const database = openForAmending(path, { canUndo: true })
  try {
    database.run('BEGIN')
    for (const [name, json] of entries) database.run('INSERT INTO run VALUES (?, ?)', name, `${codeDigest()} ${deflateRawSync(json!).toString('base64')}`)
    database.run('COMMIT')
  } finally {
    database.close()
  }
}

/**
 * Null: none, of other rules, damaged, or made without source lines that are available here. @param path of the profile's file
 * @param needsRest more pairs than most reports show, or functions
 */
export function carriedReport(profile: ProfileTables, path: string, lineText: LineText, needsRest = false): KeptReport | null {
  const carried = readCarried(profile, path)
  if (carried === null || !haveNoText(carried.lines, lineText)) return null
  const rest = needsRest ? readRest(profile, path) : null
  const { lines, top, pairFindings, parts, weights } = carried
  const { totals, lacking, pairs, cost, counts, findings, ...others } = parts
  return {
    lines: lines.map(([file, first, last]) => [file, first, last, null]),
    top: rest?.top ?? top,
    pairFindings,
    parts: {
      recorded: { run: profile.run, totals, stats: statisticsOf(profile.counters), ...(lacking === undefined ? {} : { lacking }) },
      cost,
      counts,
      findings,
      pairs: rest?.pairs ?? pairs,
      ...others,
      functions: rest?.functions ?? null,
    },
    weights,
  }
}

/** Weights depend on no source line. */
export function carriedWeights(profile: ProfileTables, path: string): KeptWeights | null {
  return readCarried(profile, path)?.weights ?? null
}

// The values themselves, whose members have the order of a report that is made now.
function readCarried(profile: ProfileTables, path: string): Carried | null {
  const value = readEntry(path, ENTRY)
  return carriedSchema.safeParse(value).success && fits(value as Carried, profile) ? (value as Carried) : null
}

function readRest({ run }: ProfileTables, path: string): CarriedRest | null {
  const value = readEntry(path, REST)
  return carriedRestSchema.safeParse(value).success && (value as CarriedRest).pairs.every(({ tool }) => run.tools.includes(tool))
    ? (value as CarriedRest)
    : null
}

/** Null: none of this code, or damaged. */
function readEntry(path: string, name: string): unknown {
  const stored = readAmendments(
    path,
    (database) => database.rows('SELECT CASE WHEN octet_length(value) <= ? THEN value END AS value FROM run WHERE name = ?', MOST_BYTES, name)[0]?.value,
    undefined,
  )
  if (typeof stored !== 'string') return null
  const [digest, base64] = stored.split(' ', 2)
  if (digest !== codeDigest() || base64 === undefined) return null
  try {
    return JSON.parse(inflateRawSync(Buffer.from(base64, 'base64'), { maxOutputLength: MOST_BYTES }).toString('utf8'))
  } catch {
    // The profile's pairs are still there.
    return null
  }
}

/** Rows of the profile's tables exist, and tools are those of the run. */
function fits({ parts, pairFindings, weights }: Carried, profile: ProfileTables): boolean {
  const { pairs, threads, run } = profile
  const tools = new Set<string>(run.tools)
  const isPair = (pair: number): boolean => pair >= 0 && pair < pairs.length
  const isThread = (thread: number): boolean => thread >= 0 && thread < threads.length
  return (
    run.tools.every((tool) => tool === 'values' || parts.totals[tool] !== undefined) &&
    [...Object.keys(parts.totals), ...parts.pairs.map(({ tool }) => tool)].every((tool) => tools.has(tool)) &&
    pairFindings.every(([pair]) => isPair(pair)) &&
    parts.findings.findings.every(({ contexts, places, tools: own }) => contexts.every(({ pair }) => isPair(pair)) && places.length > 0 && own.length > 0) &&
    (parts.findings.waits ?? []).every(
      ({ threads: own, imbalance, cause }) =>
        own.every(({ thread }) => isThread(thread)) && (imbalance === null || isThread(imbalance.busiest)) && (cause === undefined || isThread(cause.thread)),
    ) &&
    areWeights(weights, profile)
  )
}

/** Every row that a stack needs is there, and its chain of callers ends at the root, as validateTables requires of the tree itself. */
function areWeights(
  { kinds, pairs, use, cost, pairRows, nodeRows }: Carried['weights'],
  { pairs: allPairs, nodes, functions, files, instructions, objects }: ProfileTables,
): boolean {
  const { parent, kind, functionIndex, file, line, instruction } = nodeRows.columns
  const at = new Map(nodeRows.rows.map((row, i) => [row, i]))
  const ownPairs = new Set(pairRows.rows)
  const isAccess = (row: number): boolean => at.has(row) && kind[at.get(row)!] === INSTRUCTION
  const areAsLong = ({ rows, columns }: { rows: number[]; columns: Record<string, number[]> }): boolean =>
    Object.values(columns).every((column) => column.length === rows.length)
  if (![pairRows, nodeRows].every(areAsLong) || at.size !== nodeRows.rows.length) return false
  const isNode = (row: number, i: number): boolean => {
    if (row === 0) return parent[i] === -1 && kind[i] === ROOT
    return (
      row < nodes.length &&
      parent[i]! < row &&
      at.has(parent[i]!) &&
      kind[i] !== ROOT &&
      functionIndex[i]! >= 0 &&
      functionIndex[i]! < functions.length &&
      file[i]! < files.length &&
      (kind[i] !== LINE || (file[i]! >= 0 && line[i]! > 0)) &&
      (kind[i] !== LOOP || file[i]! >= 0 === line[i]! > 0) &&
      (kind[i] === INSTRUCTION ? instruction[i]! >= 0 && instruction[i]! < instructions.length : instruction[i] === -1)
    )
  }
  const { source, target, object } = pairRows.columns
  const isPair = (row: number, i: number): boolean => row < allPairs.length && isAccess(source[i]!) && isAccess(target[i]!) && object[i]! < objects.length
  const areOfKinds = ({ largest, sums }: Carried['weights']['pairs'], isRow: (own: { row: number; node: number }) => boolean): boolean =>
    sums.length === kinds.length && largest.every((own) => own.kind < kinds.length && isRow(own))
  return (
    nodeRows.rows.every(isNode) &&
    pairRows.rows.every(isPair) &&
    areOfKinds(pairs, ({ row }) => ownPairs.has(row)) &&
    [use, cost].every((table) => areOfKinds(table, ({ node }) => at.has(node)))
  )
}

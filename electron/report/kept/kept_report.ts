/**
 * The parts of a report that need millions of pairs, kept in the user's cache directory: the next report, page or
 * comparison of the same profile reads them instead of the pairs. They are valid for one content of the profile, under any
 * name, for one build of this program, and for the source lines used.
 */
import { createHash } from 'node:crypto'
import { closeSync, openSync, readSync } from 'node:fs'
import { KeptFiles } from '../../cache/kept_files.ts'
import { codeIdentity } from '../../cache/code_identity.ts'
import { systemErrorCode } from '../../failure.ts'
import { fileIdentity, identityOf } from '../../file_identity.ts'
import type { Profile, ProfileTables } from '../../../shared/profile/profile.ts'
import { partOf, UNOBSERVED } from '../../../shared/progress.ts'
import { jsonWithin } from '../../export/json_pieces.ts'
import { weightsToKeep, type KeptWeights } from '../../export/samples.ts'
import { findingsWithPairs, gatherPairs, type FindingOptions, type FindingsWithPairs, type GatheredPairs, type RankedFindings } from '../findings/findings.ts'
import type { LineText } from '../findings/line_texts.ts'
import type { KeptParts, KeptReport } from './kept_parts.ts'
import { carriedReport, carriedWeights, carryReport } from './carried_report.ts'
import { haveSameText, NotedLines } from './noted_lines.ts'
import { functionPart, largestPairReports, largestPairs, reportParts, type FunctionPart, type ReportParts } from '../report.ts'

/** Pairs of each tool, and functions. Requests for more are answered from the profile. */
export const MOST_KEPT = 200
/** The first pairs of each tool that are described: few reports show more. */
const FEW = 10
/** Rows of the tree and pairs: reading a smaller profile is faster than keeping anything about it. */
const LARGE = 1_000_000
const DIRECTORY = 'reports-2'
/** Bytes. */
const MOST_BYTES = 256 << 20
/** Bytes of a profile that are read at once for its digest. */
const READ_AT_ONCE = 4 << 20

export interface KeptQuestion {
  /** Lines of the findings. */
  lineText: LineText
  /** The lines it is valid for: lines for one purpose may not suit another. */
  use: 'here' | 'page'
  /** Pairs of each tool, at most MOST_KEPT. */
  top: number
  functions: boolean
}

/** Where reports are kept, and the number of rows from which they are; absent: the user's cache directory, and a million. */
export interface Keeping {
  files?: KeptFiles
  large?: number
}

type Reported = ProfileTables & Partial<Pick<Profile, 'codeAt'>>

/**
 * For a large profile; made and kept if nothing is kept yet. Absent for others.
 * @param path of the profile's file @param gathered of the profile; absent: gathered if needed
 * @throws as findingsOf does
 */
export function keptReport(
  profile: Reported,
  path: string,
  { lineText, use, top, functions }: KeptQuestion,
  { files = new KeptFiles(DIRECTORY, MOST_BYTES), large = LARGE }: Keeping = {},
  gathered?: GatheredPairs,
): KeptParts | undefined {
  if (!isLarge(profile, large)) return undefined
  const carried = carriedReport(profile, path, lineText, top > FEW || functions)
  if (carried !== null && hasAll(carried, top, functions)) return carried.parts
  const key = keyOf(path, use, (file) => digestOf(file, files))
  if (key === null) return undefined
  const kept = parsed(files.read(key))
  const known = kept !== null && haveSameText(kept.lines, lineText) ? kept : null
  const report = completed(known ?? carried ?? made(profile, lineText, top, gathered === undefined ? {} : { gathered }), profile, top, functions)
  // A file written meanwhile is another profile.
  if (report !== kept && keyOf(path, use, (file) => digestOf(file, files)) === key) keep(files, key, report)
  return report.parts
}

/** Findings for a window, whose profile stays open. */
export interface OpenFindings extends FindingsWithPairs {
  /** Work left to do while nobody waits, part by part, after which the report is kept for later commands and windows; none if it is. */
  toKeep: Array<() => void>
}

/**
 * Those of a kept report if there is one; else made.
 * @param path of the profile's file @param identity of the file that was opened: another one at that path has its own
 * report; null: the profile is not a whole file
 * @throws as findingsOf does
 */
export function openFindings(
  profile: Reported,
  { path, identity }: { path: string; identity: string | null },
  lineText: LineText,
  { files = new KeptFiles(DIRECTORY, MOST_BYTES), large = LARGE }: Keeping = {},
): OpenFindings {
  const isWhole = identity !== null && isLarge(profile, large)
  const carried = isWhole && identityOf(path) === identity ? carriedReport(profile, path, lineText) : null
  if (carried?.parts.findings != null) return fromKept(carried, carried.parts.findings, profile, lineText)
  const key = (): string | null => (identityOf(path) === identity ? keyOf(path, 'here', (file) => digestOf(file, files)) : null)
  const before = isWhole ? key() : null
  const known = before === null ? null : parsed(files.read(before))
  if (known?.parts.findings != null && haveSameText(known.lines, lineText)) return fromKept(known, known.parts.findings, profile, lineText)
  const lines = new NotedLines(lineText)
  const found = findingsWithPairs(profile, lines)
  if (before === null) return { ...found, toKeep: [] }
  let parts: ReportParts
  let weights: KeptWeights
  return {
    ...found,
    toKeep: [
      () => (parts = reportParts(profile, { top: FEW, found })),
      () => (weights = weightsToKeep(profile, MOST_KEPT)),
      () => {
        const report = reportOf(profile, { lines, found, parts, weights, top: FEW })
        if (key() === before) keep(files, before, report)
      },
    ],
  }
}

/** All pairs are read when one outside the largest is requested. */
function fromKept({ pairFindings }: KeptReport, findings: RankedFindings, profile: Reported, lineText: LineText): OpenFindings {
  const known = new Map(pairFindings)
  let all: FindingsWithPairs | null = null
  return {
    findings,
    ofPair: (pair) => {
      const own = known.get(pair)
      return own === undefined ? (all ??= findingsWithPairs(profile, { lineText })).ofPair(pair) : own
    },
    toKeep: [],
  }
}

/** Of a report that is carried or kept: finding them alone takes less time than making one. @param path of the profile's file */
export function keptWeights(
  profile: ProfileTables,
  path: string,
  { files = new KeptFiles(DIRECTORY, MOST_BYTES), large = LARGE }: Keeping = {},
): KeptWeights | undefined {
  const carried = isLarge(profile, large) ? carriedWeights(profile, path) : null
  if (carried !== null) return carried
  const key = keyOf(path, 'here', (file) => knownDigest(file, files))
  return key === null ? undefined : parsed(files.read(key))?.weights
}

/**
 * Makes the report that a large profile carries, and puts it into the file, which nobody else has opened yet. It holds
 * everything that a kept one can, so that no command on another machine has to read the pairs.
 * @param lineText the user's own sources: the report with them is kept, too, for commands and windows here; null: not here
 * @throws as findingsOf does, and what SQLite and the progress throw; then the file is as it was, or carries the report
 */
export function carryOwnReport(profile: Reported, path: string, keeping: Keeping = {}, progress = UNOBSERVED, lineText: LineText | null = null): void {
  if (!isLarge(profile, keeping.large ?? LARGE)) return
  const gathered = gatherPairs(profile, partOf(progress, 0, 0.4))
  const report = made(profile, () => null, MOST_KEPT, { gathered, progress: partOf(progress, 0.4, 0.7) })
  progress.reached(0.8)
  const whole = completed(report, profile, MOST_KEPT, true)
  progress.reached(0.9)
  carryReport(path, whole, FEW)
  if (lineText !== null && !haveSameText(report.lines, lineText))
    keptReport(profile, path, { lineText, use: 'here', top: FEW, functions: false }, keeping, gathered)
}

/** The same where nothing is missing. */
function completed(report: KeptReport, profile: Reported, top: number, functions: boolean): KeptReport {
  const { parts } = report
  if (hasAll(report, top, functions)) return report
  const lacksPairs = report.top < top
  const lacksFunctions = functions && parts.functions === null
  const ofPair = new Map(report.pairFindings)
  return {
    ...report,
    top: lacksPairs ? MOST_KEPT : report.top,
    parts: {
      ...parts,
      pairs: lacksPairs ? [...largestPairReports(profile, MOST_KEPT, parts.recorded.totals, (pair) => ofPair.get(pair) ?? null)] : parts.pairs,
      functions: lacksFunctions ? firstFunctions(profile, parts) : parts.functions,
    },
  }
}

function hasAll({ top: pairs, parts }: KeptReport, top: number, functions: boolean): boolean {
  return pairs >= top && (!functions || parts.functions !== null)
}

function made(profile: Reported, lineText: LineText, wanted: number, options: Pick<FindingOptions, 'gathered' | 'progress'> = {}): KeptReport {
  const top = wanted > FEW ? MOST_KEPT : FEW
  const lines = new NotedLines(lineText)
  const found = findingsWithPairs(profile, { lineText: lines.lineText, ...options })
  return reportOf(profile, { lines, found, top, parts: reportParts(profile, { top, found }), weights: weightsToKeep(profile, MOST_KEPT) })
}

interface MadeParts extends Pick<KeptReport, 'weights' | 'top'> {
  lines: NotedLines
  found: FindingsWithPairs
  parts: ReportParts
}

function reportOf(profile: Reported, { lines, found, parts, weights, top }: MadeParts): KeptReport {
  const pairFindings = Array.from(largestPairs(profile, MOST_KEPT), (pair): KeptReport['pairFindings'][number] => [pair, found.ofPair(pair)])
  return { lines: lines.runs(), top, pairFindings, parts: { ...parts, pairs: [...parts.pairs] }, weights }
}

function isLarge({ nodes, pairs }: ProfileTables, large: number): boolean {
  return nodes.length + pairs.length >= large
}

/** Their trees take as long as everything else, and most reports lack them. */
function firstFunctions(profile: ProfileTables, { recorded }: KeptParts): FunctionPart {
  const { first, count } = functionPart(profile, recorded.totals)
  return { first: first.slice(0, MOST_KEPT), count }
}

/** Null of a file that is gone, or has no digest. */
function keyOf(path: string, use: string, digest: (path: string) => string | null): string | null {
  try {
    const content = digest(path)
    return content === null ? null : JSON.stringify([codeIdentity(), content, use])
  } catch (error) {
    if (systemErrorCode(error) === null) throw error
    return null
  }
}

/** Kept by the file's identity: of a profile of gigabytes, computing it takes longer than a report. @throws a file-system error */
function digestOf(path: string, files: KeptFiles): string {
  const known = knownDigest(path, files)
  if (known !== null) return known
  const identity = fileIdentity(path)
  const hash = createHash('sha256')
  const file = openSync(path, 'r')
  try {
    const part = Buffer.alloc(READ_AT_ONCE)
    const read = (): number => readSync(file, part, 0, part.length, null)
    for (let bytes = read(); bytes > 0; bytes = read()) hash.update(part.subarray(0, bytes))
  } finally {
    closeSync(file)
  }
  const digest = hash.digest('hex')
  if (fileIdentity(path) === identity) files.keep(digestKey(identity), Buffer.from(digest))
  return digest
}

/** Null if it was not computed since the file last changed. @throws a file-system error */
function knownDigest(path: string, files: KeptFiles): string | null {
  return files.read(digestKey(fileIdentity(path)))?.toString('utf8') ?? null
}

function digestKey(identity: string): string {
  return `digest ${identity}`
}

/** One that is too large to be kept is made again each time. */
function keep(files: KeptFiles, key: string, report: KeptReport): void {
  const content = jsonWithin(report, MOST_BYTES)
  if (content !== null) files.keep(key, content)
}

/** The same program wrote it, and its digest is right. */
function parsed(content: Buffer | null): KeptReport | null {
  return content === null ? null : (JSON.parse(content.toString('utf8')) as KeptReport)
}

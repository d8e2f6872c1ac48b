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
import { fileIdentity } from '../../file_identity.ts'
import type { Profile, ProfileTables } from '../../../shared/profile/profile.ts'
import type { PairReport } from '../../../shared/report.ts'
import type { PairFinding } from '../../../shared/findings/finding.ts'
import { weightsToKeep, type KeptWeights } from '../../export/samples.ts'
import { findingsWithPairs } from '../findings/findings.ts'
import type { LineText } from '../findings/line_texts.ts'
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

export type KeptParts = ReportParts<PairReport[]>

interface KeptReport {
  /** Source lines that the findings used. */
  lines: Array<[file: string, line: number, text: string | null]>
  /** Pairs of each tool. */
  top: number
  /** The finding of each of the MOST_KEPT largest pairs of each tool. */
  pairFindings: Array<[pair: number, PairFinding | null]>
  parts: KeptParts
  /** MOST_KEPT of each kind and table, for exported stacks. */
  weights: KeptWeights
}

export interface KeptQuestion {
  /** Lines of the findings. */
  lineText: LineText
  /** The lines it is valid for: lines for one purpose may not suit another. */
  use: 'here' | 'page'
  /** Pairs of each tool, at most MOST_KEPT. */
  top: number
  functions: boolean
}

/**
 * For a large profile; made and kept if nothing is kept yet. Absent for others.
 * @param path of the profile's file
 * @throws as findingsOf does
 */
export function keptReport(
  profile: ProfileTables & Partial<Pick<Profile, 'codeAt'>>,
  path: string,
  { lineText, use, top, functions }: KeptQuestion,
  { files = new KeptFiles(DIRECTORY, MOST_BYTES), large = LARGE }: { files?: KeptFiles; large?: number } = {},
): KeptParts | undefined {
  if (profile.nodes.length + profile.pairs.length < large) return undefined
  const key = keyOf(path, use, (file) => digestOf(file, files))
  if (key === null) return undefined
  const known = parsed(files.read(key))
  const usable = known !== null && known.lines.every(([file, line, text]) => lineText(file, line) === text) ? known : made(profile, lineText, top)
  const report = completed(usable, profile, top, functions)
  // A file written meanwhile is another profile.
  if (report !== known && keyOf(path, use, (file) => digestOf(file, files)) === key) files.keep(key, Buffer.from(JSON.stringify(report)))
  return report.parts
}

/** Of a report that is kept: finding them alone takes less time than making one. @param path of the profile's file */
export function keptWeights(path: string, files = new KeptFiles(DIRECTORY, MOST_BYTES)): KeptWeights | undefined {
  const key = keyOf(path, 'here', (file) => knownDigest(file, files))
  return key === null ? undefined : parsed(files.read(key))?.weights
}

/** The same where nothing is missing. */
function completed(report: KeptReport, profile: ProfileTables & Partial<Pick<Profile, 'codeAt'>>, top: number, functions: boolean): KeptReport {
  const { parts } = report
  const lacksPairs = report.top < top
  const lacksFunctions = functions && parts.functions === null
  if (!lacksPairs && !lacksFunctions) return report
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

function made(profile: ProfileTables & Partial<Pick<Profile, 'codeAt'>>, lineText: LineText, wanted: number): KeptReport {
  const top = wanted > FEW ? MOST_KEPT : FEW
  const lines = new Map<string, KeptReport['lines'][number]>()
  const findings = {
    lineText: (file: string, line: number): string | null => {
      const text = lineText(file, line)
      lines.set(`${line} ${file}`, [file, line, text])
      return text
    },
  }
  const found = findingsWithPairs(profile, findings)
  const parts = reportParts(profile, { top, found })
  const pairFindings = Array.from(largestPairs(profile, MOST_KEPT), (pair): KeptReport['pairFindings'][number] => [pair, found.ofPair(pair)])
  return { lines: [...lines.values()], top, pairFindings, parts: { ...parts, pairs: [...parts.pairs] }, weights: weightsToKeep(profile, MOST_KEPT) }
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

/** The same program wrote it, and its digest is right. */
function parsed(content: Buffer | null): KeptReport | null {
  return content === null ? null : (JSON.parse(content.toString('utf8')) as KeptReport)
}

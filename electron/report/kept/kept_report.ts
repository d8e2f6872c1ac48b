/**
 * The parts of a report that need millions of pairs, kept in the user's cache directory: the next report, page or
 * comparison of the same profile reads them instead of the pairs. They are valid for one state of the profile's file,
 * of this program, and of the source lines used.
 */
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
const DIRECTORY = 'reports-1'
/** Bytes. */
const MOST_BYTES = 256 << 20

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
  const key = keyOf(path, use)
  if (key === null) return undefined
  const known = parsed(files.read(key))
  const usable = known !== null && known.lines.every(([file, line, text]) => lineText(file, line) === text) ? known : made(profile, lineText, top)
  const report = completed(usable, profile, top, functions)
  // A file written meanwhile is another profile.
  if (report !== known && keyOf(path, use) === key) files.keep(key, Buffer.from(JSON.stringify(report)))
  return report.parts
}

/** Of a report that is kept: finding them alone takes less time than making one. @param path of the profile's file */
export function keptWeights(path: string, files = new KeptFiles(DIRECTORY, MOST_BYTES)): KeptWeights | undefined {
  const key = keyOf(path, 'here')
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

/** Null of a file that is gone. */
function keyOf(path: string, use: string): string | null {
  try {
    return JSON.stringify([codeIdentity(), fileIdentity(path), use])
  } catch (error) {
    if (systemErrorCode(error) === null) throw error
    return null
  }
}

/** The same program wrote it, and its digest is right. */
function parsed(content: Buffer | null): KeptReport | null {
  return content === null ? null : (JSON.parse(content.toString('utf8')) as KeptReport)
}

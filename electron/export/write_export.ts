/** Writes a profile as a file for other programs or people. */
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { MOST_PAIRS_OF_JSON, MOST_PAIRS_OF_PAGE, type ExportFormat, type StackForm } from '../../shared/exported.ts'
import { counted } from '../../shared/names/counted.ts'
import type { ProfileTables } from '../../shared/profile/profile.ts'
import { RpcError } from '../../shared/rpc/contract.ts'
import { exitStatus, Failure, messageOf } from '../failure.ts'
import { findingResults, findingRules } from '../check/sarif_findings.ts'
import { logOf } from '../check/sarif_log.ts'
import { findingsOf, largestFindings, MOST_FINDINGS, type FindingOptions } from '../report/findings/findings.ts'
import type { LineText } from '../report/findings/line_texts.ts'
import type { KeptParts } from '../report/kept/kept_parts.ts'
import { MOST_KEPT, type KeptQuestion } from '../report/kept/kept_report.ts'
import { counting, reportPieces } from '../report/render_report.ts'
import { firefoxOf } from './firefox.ts'
import { htmlPage, pageLines } from './html/page.ts'
import type { SourceLines } from './html/sources.ts'
import { jsonPieces, scalarsIn } from './json_pieces.ts'
import { pairCount } from './pair_count.ts'
import { pprofPieces } from './pprof.ts'
import { kindText, samplesOf, type KeptWeights, type Samples } from './samples.ts'
import { speedscopeOf } from './speedscope.ts'
import { significant } from '../../shared/significant.ts'

export interface ExportOptions {
  /** Formats with one stack for each weight. */
  stacks: StackForm
  /**
   * This many of the largest pairs of each tool, or weights of each kind; Infinity: all; null: as many as suit the
   * format.
   */
  top: number | null
  /** Receives a message about the parts left out. */
  say(line: string): void
  /** Source files for an HTML page, by their names in the profile. */
  sources: ReadonlyMap<string, SourceLines>
  /** Those of them that changed after the program was built. */
  changed: ReadonlySet<string>
  /** Source lines for findings; absent: none. */
  lineText?: LineText
  /** The stored parts of reports; absent, or undefined: none. */
  kept?: (question: KeptQuestion) => KeptParts | undefined
  /** The MOST_KEPT largest of each kind; absent, or undefined: not kept. */
  keptWeights?: () => KeptWeights | undefined
  /** A file with more bytes is refused, for this reason; absent: it may have any number. */
  limit?: { bytes: number; refusal: string }
  /** Receives the share that is written, 0..1, after each percent. A SARIF log is written at once: it has few findings. */
  progress?: ((share: number) => void) | undefined
  /** The remedy if the file cannot be written; absent: one for a person at a terminal. */
  remedy?: string
}

interface Format {
  compressed: boolean
  pieces(profile: ProfileTables, options: ExportOptions): Iterable<string | Uint8Array>
}

const formats: Record<ExportFormat, Format> = {
  pprof: {
    compressed: true,
    pieces: (profile, options) => {
      const chosen = chosenSamples(profile, options)
      const wrote = progressOf(chosen.samples.length, options)
      return counting(pprofPieces(profile, chosen), () => wrote(1))
    },
  },
  speedscope: {
    compressed: false,
    pieces: (profile, options) => jsonWithProgress(speedscopeOf(profile, chosenSamples(profile, options)), options),
  },
  firefox: {
    compressed: true,
    pieces: (profile, options) => jsonWithProgress(firefoxOf(profile, chosenSamples(profile, options), options.top === null), options),
  },
  html: {
    compressed: false,
    pieces: (profile, options) => {
      const top = chosenPairs(profile, options, MOST_PAIRS_OF_PAGE)
      const kept = top <= MOST_KEPT ? options.kept?.({ lineText: pageLines(options.sources, options.changed), use: 'page', top, functions: true }) : undefined
      return htmlPage(profile, options.sources, top, options.changed, kept, pairProgress(profile, top, options).wrotePair)
    },
  },
  csv: {
    compressed: false,
    pieces: (profile, options) => {
      const top = chosenPairs(profile, options)
      return reportPieces(profile, { view: 'pairs', format: 'csv', top, width: 0, ...keptHere(options, top, false), ...pairProgress(profile, top, options) })
    },
  },
  json: {
    compressed: false,
    pieces: (profile, options) => {
      const top = chosenPairs(profile, options, MOST_PAIRS_OF_JSON)
      return reportPieces(profile, {
        view: 'pairs',
        format: 'json',
        top,
        width: 0,
        findings: findingOptions(options),
        ...keptHere(options, top, true),
        ...pairProgress(profile, top, options),
      })
    },
  },
  sarif: { compressed: false, pieces: (profile, options) => [sarifOfFindings(profile, options)] },
}

function findingOptions({ lineText }: ExportOptions): FindingOptions {
  return lineText === undefined ? {} : { lineText }
}

/** For tools with more pairs. */
function keptHere({ kept, lineText }: ExportOptions, top: number, functions: boolean): { kept?: KeptParts } {
  const parts = lineText === undefined || top > MOST_KEPT ? undefined : kept?.({ lineText, use: 'here', top, functions })
  return parts === undefined ? {} : { kept: parts }
}

function sarifOfFindings(profile: ProfileTables, options: ExportOptions): string {
  const top = Math.min(options.top ?? MOST_FINDINGS, MOST_FINDINGS)
  const { kept } = keptHere(options, 0, false)
  const found = kept?.findings ? largestFindings(kept.findings, top) : findingsOf(profile, { ...findingOptions(options), top })
  return `${JSON.stringify(logOf(findingRules(found), findingResults(found, profile.run), profile.run), null, 2)}\n`
}

function jsonWithProgress(value: object, options: ExportOptions): Iterable<string> {
  return options.progress === undefined ? jsonPieces(value) : jsonPieces(value, progressOf(scalarsIn(value), options))
}

function chosenSamples(profile: ProfileTables, { stacks, top, say, keptWeights }: ExportOptions): Samples {
  const known = top !== null && top <= MOST_KEPT ? keptWeights?.() : undefined
  const samples = samplesOf(profile, stacks, top === Infinity ? null : top, { known })
  for (const [kind, { count, share }] of samples.leftOut.entries()) {
    if (count > 0) say(`leaves out ${counted(count, 'smaller weight')} of ${kindText(samples.kinds[kind]!)}, ${significant(share * 100, 3)} % of it`)
  }
  return samples
}

/** This many pairs of each tool are written. */
function chosenPairs(profile: ProfileTables, { top, say }: ExportOptions, most = Infinity): number {
  const chosen = top ?? most
  if (chosen === Infinity) return chosen
  for (const tool of profile.run.tools) {
    const left = pairCount(profile, tool) - chosen
    if (left > 0) say(`leaves out ${counted(left, 'smaller pair')} of ${tool}`)
  }
  return chosen
}

/** For formats that are written pair by pair. */
function pairProgress(profile: ProfileTables, top: number, options: ExportOptions): { wrotePair: () => void } {
  const total = profile.run.tools.reduce((sum, tool) => sum + Math.min(top, pairCount(profile, tool)), 0)
  const wrote = progressOf(total, options)
  return { wrotePair: () => wrote(1) }
}

/** @returns a function that receives how many more of the total are written */
function progressOf(total: number, { progress }: ExportOptions): (more: number) => void {
  let written = 0
  let percent = 0
  return (more) => {
    written += more
    const now = Math.min(100, Math.floor((100 * written) / total))
    if (now === percent) return
    percent = now
    progress?.(now / 100)
  }
}

/**
 * @param output replaced by one rename once everything is written
 * @throws Failure if it cannot be written, RpcError bad-file for a damaged profile, refused above the limit; an
 * existing file then stays
 */
export async function writeExport(profile: ProfileTables, format: ExportFormat, options: ExportOptions, output: string): Promise<void> {
  const { compressed, pieces } = formats[format]
  const unfinished = `${output}.${process.pid}.part`
  const source = Readable.from(pieces(profile, options))
  try {
    const file = createWriteStream(unfinished, { flags: 'wx' })
    await pipeline([source, ...(compressed ? [createGzip()] : []), ...(options.limit === undefined ? [] : [atMost(options.limit)]), file])
    await rename(unfinished, output)
  } catch (error) {
    await rm(unfinished, { force: true })
    // Damage of the profile shows only while it is read.
    if (error instanceof RpcError) throw error
    throw new Failure(exitStatus.failure, `${output} cannot be written (${messageOf(error)}); ${options.remedy ?? 'choose another --output.'}`)
  }
}

/** Passes bytes on until there are too many. */
function atMost({ bytes, refusal }: NonNullable<ExportOptions['limit']>): Transform {
  let passed = 0
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      passed += piece.length
      if (passed > bytes) done(new RpcError('refused', refusal))
      else done(null, piece)
    },
  })
}

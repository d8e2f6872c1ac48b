/** Reads the contents of a printed profile or comparison. */
import { isAgreed } from '../application/agreed_sources.ts'
import type { RpcClient } from '../../shared/rpc/contract.ts'
import type { PairDetails } from '../../shared/rpc/pairs.ts'
import type { SourceText } from '../../shared/rpc/sources.ts'
import type { OpenProfile } from '../application/state.ts'
import type { Side } from '../application/pair_side.ts'
import type { OpenComparison } from '../comparison/open_comparison.ts'
import type { PrintedComparison, PrintedLine, PrintedPair, PrintedRun, PrintedSide } from './printed.ts'

/** Findings with all that is known of them. */
const mostFindings = 20
/** Pairs in the table, and of these the ones with contexts and lines. */
const mostRows = 40
const mostDetails = 12
/** Source lines above and below an access. */
const around = 3

/** Reads the printed contents: findings, then the pairs of the shown tool; the filters of both views hold here, too. */
export async function printedRun(client: RpcClient, { summary, tool, pairs, findings, agreed }: OpenProfile): Promise<PrintedRun> {
  const { profile } = summary
  await findings.load(() => null)
  const { answer, failure, notes } = findings.state.getState()
  if (answer === null) throw new Error(failure ?? 'The findings are not available.')
  const shown = findings.shown
  const { rows, rowCount } = await client.call('pairs.rows', {
    profile,
    filter: { ...pairs.filter, tool },
    sort: { column: 'waste', descending: true },
    start: 0,
    count: mostRows,
  })
  const texts = new Map<string, Promise<SourceText>>()
  const read = (file: string): Promise<SourceText> => {
    const known = texts.get(file) ?? client.call('source.read', { profile, file, agreed: isAgreed(agreed, file) })
    texts.set(file, known)
    return known
  }
  const details: PrintedPair[] = []
  for (const { pair } of rows.slice(0, mostDetails)) {
    const found = await client.call('pairs.details', { profile, pair })
    details.push({
      row: found.row,
      advice: found.advice,
      finding: found.advice === null ? null : await client.call('profile.findingOf', { profile, pair }),
      sides: { source: await printedSide(found, 'source', read), target: await printedSide(found, 'target', read) },
    })
  }
  return {
    summary,
    tool,
    findings: { ...answer, findings: shown.slice(0, mostFindings) },
    findingCount: shown.length,
    findingNotes: notes,
    pairs: rows,
    pairCount: rowCount,
    details,
  }
}

/** Reads the printed contents of the shown tool; the filter and the order of the pair table hold here, too. */
export async function printedComparison(
  client: RpcClient,
  { summary, tool, normalisation, pairs: { filter, sort } }: OpenComparison,
): Promise<PrintedComparison> {
  const { rows, rowCount } = await client.call('compare.pairs', {
    comparison: summary.comparison,
    tool,
    normalisation,
    filter,
    sort,
    start: 0,
    count: mostRows,
  })
  return { summary, tool, normalisation, pairs: rows, pairCount: rowCount }
}

async function printedSide(details: PairDetails, which: Side, read: (file: string) => Promise<SourceText>): Promise<PrintedSide> {
  const { frames, leaf } = details[which]
  const { file, line } = leaf
  const text = file === null || line === null ? null : await read(file)
  return { frames: [...frames, leaf], lines: text?.found === true && line !== null ? excerpt(text.text, line) : [] }
}

/** The lines around one, 1-based. */
export function excerpt(text: string, line: number): PrintedLine[] {
  const lines = text.split(/\r?\n/)
  const first = Math.max(1, line - around)
  return lines.slice(first - 1, line + around).map((words, index) => ({ number: first + index, text: words, lit: first + index === line }))
}

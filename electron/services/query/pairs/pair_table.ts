/** Pairs of a profile as CSV, for a window to save. */
import { rowProgress, type Progress } from '../../../../shared/progress.ts'
import type { ProfileTables } from '../../../../shared/profile/profile.ts'
import { RpcError } from '../../../../shared/rpc/contract.ts'
import type { FindingsWithPairs } from '../../../report/findings/findings.ts'
import { pairsCsvLines } from '../../../report/formats/report_csv.ts'
import { groupedDigits } from '../../../../shared/names/counted.ts'

/** Longer texts are not sent to a window. Characters; engines allow little more in one text. */
const LONGEST = 1 << 28

/**
 * @param chosen these pairs alone, in this order; null: all
 * @param ofPair the findings' result for each pair
 * @throws RpcError refused if it is too long for one text
 */
export function pairTable(
  profile: ProfileTables,
  chosen: Int32Array | null,
  ofPair: FindingsWithPairs['ofPair'],
  progress: Progress,
  longest = LONGEST,
): string {
  const count = chosen?.length ?? profile.pairs.length
  const reached = rowProgress(progress, count, 1 << 8)
  const lines: string[] = []
  let length = 0
  for (const line of pairsCsvLines(profile, { chosen, ofPair })) {
    reached(lines.length)
    length += line.length
    if (length > longest)
      throw new RpcError(
        'refused',
        `The ${groupedDigits(count)} pairs with their contexts are more text than a window can save; ${chosen === null ? '' : 'filter them, or '}"hagstone report --view pairs --csv" writes them`,
      )
    lines.push(line)
  }
  return lines.join('')
}

import { useMemo } from 'react'
import { measuredPart, partText, wholeText } from '../../shared/outcome.ts'
import type { ProfileSummary } from '../../shared/rpc/contract.ts'
import type { PairDetails, PairRow } from '../../shared/rpc/pairs.ts'
import type { Unit } from '../../shared/run.ts'
import { useProfile } from '../application/context.ts'
import { Percent } from '../components/Figures.tsx'
import { LowFoldButton } from './LowFold.tsx'
import { sizeText } from '../../shared/names/size_text.ts'
import { countedText, countText, distanceText, percentText, quantityText } from '../format/quantities.ts'
import type { EvidenceWords } from '../tools/evidence.ts'
import { evidenceWords } from '../tools/evidence.ts'
import { useWasteWhole } from '../tools/use_waste_whole.ts'
import { intervalOfWhole, shareOfWhole } from '../tools/waste_whole.ts'
import { relationMeaning, relationPhrase } from '../tools/relations.ts'
import { threadIndex, threadNames } from '../threads/thread_names.ts'
import { ForkedPaths } from './ForkedPaths.tsx'
import { PairScope } from './PairScope.tsx'
import { shortScope } from './scope.ts'

/** Facts about the selected pair as a whole, their certainty, and the place where its two contexts meet. */
export function PairFacts({ details }: { details: PairDetails }) {
  const { row, commonAncestor = null, threads = [] } = details
  const summary = useProfile((profile) => profile.summary)
  const sharesOfThreads = useMemo(() => threadShares(details.threads ?? [], summary.threads), [details.threads, summary.threads])
  const { run } = summary
  const part = measuredPart(
    summary,
    useProfile((profile) => profile.tool),
  )
  const { unit } = run
  const words = evidenceWords(run)
  const whole = useWasteWhole()
  const ofRun = row.shareOfWaste === null || whole.of !== 'run' ? null : shareOfWhole(row.waste, whole)
  const distanceUnit = useProfile((profile) => profile.summary.run.distanceUnit ?? 'accesses')
  return (
    <header className="pair-facts selectable" aria-label="About the pair">
      <span className="pair-relation" title={relationMeaning[row.relation]}>
        {row.relation} <span className="dim">{relationPhrase[row.relation]}</span>
      </span>
      <span
        className={[...(row.fewSamples ? ['few'] : []), ...(part?.little ? ['dim'] : [])].join(' ')}
        title={`${part === null ? '' : `${partText(part)}\n`}${amountsTitle(row, unit, words, ofRun === null ? '' : `${percentText(ofRun)} of ${whole.words}`)}`}
      >
        {ofRun === null ? (
          <>
            <Percent share={row.shareOfTotal} interval={row.ci95} exact={row.exact === true}>
              <span className="dim">of {part === null ? 'all' : wholeText(part)}</span>
            </Percent>
          </>
        ) : (
          <>
            <Percent share={ofRun} interval={intervalOfWhole(row.ci95, whole)} exact={row.exact === true}>
              <span className="dim">of the run</span>
            </Percent>
          </>
        )}
      </span>
      <span className={row.fewSamples ? 'chip' : 'dim'} title={words.description}>
        {row.fewSamples ? `only ${countedText(row.traps, words.one)}` : countedText(row.traps, words.one)}
      </span>
      {row.comparison == null ? null : (
        <span
          title={row.comparison === 'precise' ? 'The values are the same byte for byte' : 'The values are floating point and the same within the tolerance'}
        >
          {row.comparison}
        </span>
      )}
      {row.sharing == null ? null : (
        <span title={row.sharing === 'false' ? 'The threads touch different bytes of the cache line' : 'The threads touch the same bytes'}>
          {row.sharing} sharing
        </span>
      )}
      {row.object == null ? null : (
        <span className="pair-object" title={row.object}>
          object <code>{row.object}</code>
        </span>
      )}
      <PairScope row={row} />
      {row.interleaved === undefined || row.interleaved.bytes === 0 ? null : (
        <span
          className="chip"
          title={`Another thread accessed the bytes in between, ${countedText(row.interleaved.instances, 'time')}: ${quantityText(row.interleaved.bytes, 'bytes')} that are neither waste nor use`}
        >
          interleaved {quantityText(row.interleaved.bytes, 'bytes')}
        </span>
      )}
      {row.reuseOf === 'other' ? <span>of another part of the line</span> : null}
      {row.distance == null ? null : (
        <span title={row.distance.beyond.map(({ bytes, share }) => `${percentText(share)} beyond ${sizeText(bytes)}`).join('\n')}>
          median {distanceText(row.distance.p50, distanceUnit)}, 90 % within {distanceText(row.distance.p90, distanceUnit)}
        </span>
      )}
      {row.latency == null ? null : (
        <span>
          latency {countText(row.latency.cycles)} cycles, <Percent share={row.latency.missShare} /> misses
        </span>
      )}
      {threads.length < 2 ? null : (
        <span className="dim" title={sharesOfThreads}>
          in {countText(threads.length)} threads, {percentText(threads[0]?.share ?? null)} in one
        </span>
      )}
      {commonAncestor === null || row.scope === commonAncestor ? null : (
        <span className="dim pair-ancestor" title={`${commonAncestor}\nThe innermost place that both contexts share: often the place to change`}>
          {commonAncestor.startsWith('loop ') ? 'common' : 'common caller'} {shortScope(commonAncestor)}
        </span>
      )}
      <ForkedPaths details={details} />
      <LowFoldButton />
    </header>
  )
}

function threadShares(threads: PairDetails['threads'], all: ProfileSummary['threads']): string {
  const names = threadNames(all)
  return threads.map((thread) => `${names[threadIndex(all, thread)] ?? `thread ${thread.thread}`}: ${percentText(thread.share)}`).join('\n')
}

function amountsTitle(row: PairRow, unit: Unit, { one }: EvidenceWords, ofRun: string): string {
  const shares = [
    ...(ofRun === '' ? [] : [ofRun]),
    ...(row.shareOfWaste === null ? [] : [`${percentText(row.shareOfWaste)} of all waste`]),
    `${percentText(row.shareOfTotal)} of all waste and use`,
  ]
  return `${shares.join('\n')}\nwaste ${quantityText(row.waste, unit)}, use ${quantityText(row.use, unit)}, ${countedText(row.traps, one)}`
}

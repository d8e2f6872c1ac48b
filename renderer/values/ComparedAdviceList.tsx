import type { ComparedAdvice } from '../../shared/values.ts'
import { countText, percentText } from '../format/quantities.ts'
import { SitePlace } from './SitePlace.tsx'
import { ValueChip } from './ValueChip.tsx'

const VERDICTS: Record<ComparedAdvice['verdict'], string> = {
  holds: 'holds in both',
  'other-value': 'another value',
  varies: 'varies',
  'not-executed': 'not executed',
}

/** Candidates for specialising by the first of two runs, and whether they are in the second. */
export function ComparedAdviceList({ advice }: { advice: ComparedAdvice[] }) {
  if (advice.length === 0) return null
  return (
    <>
      <h3>Candidates for specialisation in the first run</h3>
      <ol className="advice-list selectable" aria-label="Advice from the first run, checked in the second">
        {advice.map(({ advice: { site, condition, advice: sentence }, verdict, second, text }) => (
          <li key={site.site} className="advice">
            <span className="advice-head">
              <code>{condition}</code>
              <span>
                {site.function} <SitePlace site={site} />
              </span>
              <span className="chip" title={text}>
                {VERDICTS[verdict]}
              </span>
              <span className="dim">
                first {countText(site.executions)} times, {percentText(site.inv1)}
                {second === null ? '' : `; second ${countText(second.executions)} times, ${percentText(second.inv1)}`}
              </span>
              {second === null || verdict === 'holds' ? null : <ValueChip value={{ ...second.commonest, share: second.inv1 }} withShare={false} />}
            </span>
            <span className="dim">
              {sentence} {text}
            </span>
          </li>
        ))}
      </ol>
    </>
  )
}

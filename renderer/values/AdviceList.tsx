import type { ValueAdvice } from '../../shared/values.ts'
import { useProfile } from '../application/context.ts'
import { countText, percentText } from '../format/quantities.ts'
import { ValueChip } from './ValueChip.tsx'
import { SitePlace } from './SitePlace.tsx'

/** Candidates for specialisation to one value, the most promising first. */
export function AdviceList({ advice }: { advice: ValueAdvice[] }) {
  const values = useProfile((profile) => profile.values)
  if (advice.length === 0)
    return <div className="state">No candidate: no frequent divide, square root, multiply, call, or load has one value most of the time.</div>
  return (
    <ol className="advice-list" aria-label="Advice">
      {advice.map(({ site, latencyClass, condition, advice: sentence }) => (
        <li key={site.site} className={values.selectedSite?.site === site.site ? 'advice advice-shown' : 'advice'}>
          <button type="button" className="advice-open" aria-current={values.selectedSite?.site === site.site} onClick={() => values.lookAt(site)}>
            <span className="advice-head">
              <code>{condition}</code>
              <span>
                {site.function} <SitePlace site={site} />
              </span>
              <span className="chip" title="Cost of each execution">
                {latencyClass}
              </span>
              <span className="dim">
                {countText(site.executions)} times, {percentText(site.inv1)}
              </span>
              {site.values[0] === undefined ? null : <ValueChip value={site.values[0]} withShare={false} />}
            </span>
            <span className="dim">{sentence}</span>
          </button>
        </li>
      ))}
    </ol>
  )
}

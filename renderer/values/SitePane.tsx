import type { ShownValue, ValueSite } from '../../shared/values.ts'
import { useProfile } from '../application/context.ts'
import { Percent } from '../components/Figures.tsx'
import { Split } from '../components/Split.tsx'
import { countText, percentText } from '../format/quantities.ts'
import { LineSource } from '../editor/LineSource.tsx'
import { useRows } from '../grid/use_rows.ts'
import { Listing } from '../pair/Listing.tsx'
import { SitePlace } from './SitePlace.tsx'
import { allInvariances, classWords, invarianceWords } from './words.ts'
import '../pair/pair.css'

/** The selected value table: its values in every reading, its line in the source, its instruction in the machine code. */
export function SitePane() {
  const values = useProfile((profile) => profile.values)
  useRows(values.pager)
  const site = values.selectedSite
  if (site === null)
    return (
      <section className="pair-empty" aria-label="Selected values">
        <div className="state">No value table is selected.</div>
      </section>
    )
  return (
    <section className="pair" aria-label="Selected values">
      <SiteFacts site={site} />
      <SiteValues site={site} />
      <div className="pair-sides">
        <Split
          id="values-code"
          orientation="vertical"
          panes={[
            { id: 'values-source', size: '60%', minimum: '5.625rem' },
            { id: 'values-listing', size: '40%', minimum: '5.625rem' },
          ]}
        >
          <section className="side" data-side="values-source" aria-label="Source of the values">
            <LineSource file={site.file} line={site.line} module={site.module} of="Values" />
          </section>
          <section className="side" data-side="values-listing" aria-label="Machine code of the values">
            <div className="side-body">
              <Listing moduleIndex={site.moduleIndex} address={site.address} side={null} what="Values" />
            </div>
          </section>
        </Split>
      </div>
    </section>
  )
}

function SiteFacts({ site }: { site: ValueSite }) {
  return (
    <header className="pair-facts selectable" aria-label="About the values">
      <strong>{site.subject}</strong>
      <span>
        {site.function} <SitePlace site={site} />
      </span>
      {site.instruction === null ? null : <code>{site.instruction}</code>}
      {site.instructionClass === null ? null : <span className="dim">{classWords[site.instructionClass]}</span>}
      <span>
        {countText(site.executions)} {site.role === 'parameter' ? 'calls' : 'executions'}
      </span>
      {site.profiled === site.executions ? null : (
        <span className="dim">{percentText(site.executions === 0 ? null : site.profiled / site.executions)} of them looked at</span>
      )}
      {allInvariances.map((name) => (
        <span key={name} title={invarianceWords[name].description}>
          <span className="dim">{invarianceWords[name].title}</span> <Percent share={site[name]} />
        </span>
      ))}
      {site.estimated === null ? null : (
        <span title="Share of the top value, estimated from the loads only">
          <span className="dim">estimated</span> <Percent share={site.estimated} />
        </span>
      )}
    </header>
  )
}

function SiteValues({ site: { values, profiled } }: { site: ValueSite }) {
  if (values.length === 0) return <div className="state">No value was kept: no two values were equal while in the table.</div>
  const known = values.reduce((sum, { count }) => sum + count, 0)
  const has = (pick: (value: ShownValue) => string | null): boolean => values.some((value) => pick(value) !== null)
  const columns = [
    { title: 'value', of: (value: ShownValue): string | null => value.text },
    { title: 'unsigned', of: (value: ShownValue) => value.unsigned },
    { title: 'hex', of: (value: ShownValue): string | null => value.hex },
    { title: 'float', of: (value: ShownValue) => value.float },
    { title: 'points to', of: (value: ShownValue) => value.pointer },
  ].filter(({ of }) => has(of))
  return (
    <div className="site-values">
      <table className="figures selectable" aria-label="Commonest values">
        <thead>
          <tr>
            <th scope="col">share</th>
            <th scope="col" className="end">
              times
            </th>
            {columns.map(({ title }) => (
              <th key={title} scope="col" className="end">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {values.map((value) => (
            <tr key={value.hex}>
              <td>
                <span className="site-bar" style={{ width: `${value.share * 100}%` }} />
                <span className="site-share">{percentText(value.share)}</span>
              </td>
              <td className="end">{countText(value.count)}</td>
              {columns.map(({ title, of }) => (
                <td key={title} className="end">
                  <code>{of(value) ?? '–'}</code>
                </td>
              ))}
            </tr>
          ))}
          {known >= profiled ? null : (
            <tr>
              <td>
                <span className="site-share dim">{percentText((profiled - known) / profiled)}</span>
              </td>
              <td className="end dim">{countText(profiled - known)}</td>
              <td colSpan={columns.length} className="dim">
                other values, or these before they entered the table
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  )
}

import { ADVICE_CLASSES } from '../../shared/advice/advice.ts'
import { CLASS_WORDS } from '../../shared/advice/class_words.ts'
import type { ReactNode } from 'react'
import type { PairFilter, PairGrouping } from '../../shared/rpc/pairs.ts'
import { useApplication, useProfile } from '../application/context.ts'
import { revealSelection } from '../application/profiles.ts'
import { SearchField } from '../components/SearchField.tsx'
import { profileStem } from '../format/paths.ts'
import { countText } from '../format/quantities.ts'
import { TakeTable } from '../tables/TakeTable.tsx'
import { groupText } from './pair_group_model.ts'
import { pairGroupings } from './pair_groupings.ts'
import { ExportMenu } from '../components/ExportMenu.tsx'
import type { PairModel } from './pair_model.ts'

/** The filter of the pair table, and the number it shows. @param children last in the toolbar */
export function PairToolbar({ pairs, children }: { pairs: PairModel; children: ReactNode }) {
  const application = useApplication()
  const summary = useProfile((profile) => profile.summary)
  const { filter } = pairs
  const change = (part: Partial<PairFilter>): void => void pairs.filterBy({ ...pairs.filter, ...part })
  // The pair that both panes show stays selected.
  const groupBy = (by: PairGrouping | null): void => void pairs.groupBy(by).then(() => revealSelection(application))
  const filtered = filter.search !== '' || filter.side !== 'either' || filter.triage != null || filter.advice != null
  return (
    <div className="toolbar" role="toolbar" aria-label="Pairs">
      <SearchField
        text={filter.search}
        regularExpression={filter.regularExpression}
        placeholder="Filter functions, files  /"
        label="Filter pairs by function or file"
        onSearch={({ text, regularExpression }) => change({ search: text, regularExpression })}
      />
      <select aria-label="Side that the filter applies to" value={filter.side} onChange={(event) => change({ side: event.target.value as PairFilter['side'] })}>
        <option value="either">either side</option>
        <option value="source">earlier access</option>
        <option value="target">later access</option>
      </select>
      {pairs.noFilter.wastefulOnly ? (
        <label>
          <input type="checkbox" checked={!filter.wastefulOnly} onChange={(event) => change({ wastefulOnly: !event.target.checked })} /> also useful pairs
        </label>
      ) : null}
      <select
        aria-label="Group pairs by"
        title="Group pairs by"
        value={pairs.groups.by ?? ''}
        onChange={(event) => groupBy(event.target.value === '' ? null : (event.target.value as PairGrouping))}
      >
        <option value="">each pair</option>
        {[...pairGroupings].map(([by, title]) => (
          <option key={by} value={by}>
            by {title}
          </option>
        ))}
      </select>
      <select
        aria-label="Pairs by their mark"
        title="Pairs by their mark"
        value={filter.triage ?? ''}
        onChange={(event) => change({ triage: event.target.value === '' ? null : (event.target.value as 'open' | 'noted') })}
      >
        <option value="">any note</option>
        <option value="open">neither fixed nor ignored</option>
        <option value="noted">with a note</option>
      </select>
      <select
        aria-label="Pairs by their advice"
        title="Pairs by their advice"
        value={filter.advice ?? ''}
        onChange={(event) => change({ advice: event.target.value === '' ? null : (event.target.value as NonNullable<PairFilter['advice']>) })}
      >
        <option value="">any advice</option>
        {ADVICE_CLASSES.map((name) => (
          <option key={name} value={name}>
            {CLASS_WORDS[name].title}
          </option>
        ))}
        <option value="small">too small for automatic classification</option>
      </select>
      {pairs.openedGroup === null ? null : (
        <span className="chip" title="Only pairs of this group">
          {groupText(pairs.openedGroup)}
          <button type="button" className="plain" aria-label="Back to the groups" title="Back to the groups" onClick={() => void pairs.closeGroup()}>
            ✕
          </button>
        </span>
      )}
      {filter.within == null ? null : (
        <span className="chip" title="Only pairs with this access in this part of the program">
          {filter.within.side === 'target' ? 'later' : 'earlier'} access in {pairs.placeName}
          <button type="button" className="plain" aria-label="Show pairs of the whole program again" onClick={() => change({ within: null })}>
            ✕
          </button>
        </span>
      )}
      {filter.distance == null ? null : (
        <span className="chip" title="Only pairs with reuses at this distance">
          reuses at {pairs.distanceName}
          <button type="button" className="plain" aria-label="Show pairs at any distance again" onClick={() => change({ distance: null })}>
            ✕
          </button>
        </span>
      )}
      {filter.during == null ? null : (
        <span className="chip" title="Only pairs observed in this part of the run">
          observed {pairs.duringName}
          <button type="button" className="plain" aria-label="Show pairs of the whole run again" onClick={() => change({ during: null })}>
            ✕
          </button>
        </span>
      )}
      {filtered && pairs.totalCount !== null ? (
        <span className="chip">
          {countText(pairs.pager.rowCount)} of {countText(pairs.totalCount)}
          <button
            type="button"
            className="plain"
            aria-label="Clear the filter"
            onClick={() => change({ search: '', side: 'either', triage: null, advice: null })}
          >
            ✕
          </button>
        </span>
      ) : null}
      <span className="toolbar-space" />
      {pairs.grouped ? (
        <TakeTable name="the groups of pairs" fileName={`${profileStem(summary.path)}-pair-groups`} rows={() => pairs.groups.table(summary.run.unit)} />
      ) : (
        <ExportMenu
          what="the pairs that are shown"
          choices={[
            { title: 'Save as CSV', run: () => application.runCommand('export.pairs') },
            { title: 'Copy as Markdown', run: () => application.runCommand('copy-table.pairs') },
          ]}
        />
      )}
      {children}
    </div>
  )
}

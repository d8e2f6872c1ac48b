import { useId } from 'react'
import type { Conversion } from '../../shared/report.ts'
import { Switch } from '../components/Switch.tsx'
import { countText, quantityText } from '../format/quantities.ts'
import { sizeText } from '../../shared/names/size_text.ts'
import type { ReuseChoices } from './reuse_choices.ts'
import { conversionWords, firstBins, leastBins, mostBins } from './reuse_choices.ts'

interface ReuseToolbarProps {
  choices: ReuseChoices
  /** Only reuses of whole programs can be shown. */
  programOnly?: boolean
  /** Distances were measured as CPU time. */
  clockDriven: boolean
  rateProblem: string | null
  onChange(change: Partial<ReuseChoices>): void
}

/** The choice of distances, their subject, their conversion and their bins. */
export function ReuseToolbar({ choices, programOnly = false, clockDriven, rateProblem, onChange }: ReuseToolbarProps) {
  const rateId = useId()
  return (
    <div className="toolbar reuse-toolbar" role="toolbar" aria-label="Reuse distance">
      <Switch
        label="Distance"
        value={choices.measure}
        options={{ time: 'time', stack: 'stack' }}
        titles={{ time: 'Accesses, or CPU time, between use and reuse', stack: 'Different locations touched between use and reuse' }}
        onChange={(measure) => onChange({ measure })}
      />
      {programOnly ? null : (
        <Switch
          label="Reuses of"
          value={choices.of}
          options={{ program: 'whole program', pair: 'selected pair', object: 'object' }}
          titles={{ program: 'All reuses of the run', pair: 'Reuses of the pair in the panes', object: 'Reuses of one variable, heap block or mapping' }}
          onChange={(of) => onChange({ of })}
        />
      )}
      <Switch
        label="Heights"
        value={choices.scale}
        options={{ linear: 'linear', log: 'log' }}
        titles={{
          linear: 'The height of a bar is its share',
          log: 'The height of a bar is the logarithm of its share: rare distances are visible beside frequent ones',
        }}
        onChange={(scale) => onChange({ scale })}
      />
      <label>
        stack distances{' '}
        <select
          value={choices.conversion}
          title={conversionWords[choices.conversion].description}
          onChange={(event) => onChange({ conversion: event.target.value as Conversion })}
        >
          {(Object.keys(conversionWords) as Conversion[]).map((conversion) => (
            <option key={conversion} value={conversion} title={conversionWords[conversion].description}>
              {conversionWords[conversion].title}
            </option>
          ))}
        </select>
      </label>
      {clockDriven ? (
        <span>
          <label htmlFor={rateId}>accesses per second</label>{' '}
          <input
            id={rateId}
            type="text"
            className="reuse-rate"
            value={choices.accessRate}
            placeholder="leave as CPU time"
            spellCheck={false}
            aria-invalid={rateProblem !== null}
            title={rateProblem ?? 'Loads and stores per second of CPU time: converts CPU time to accesses, and so to bytes'}
            onChange={(event) => onChange({ accessRate: event.target.value })}
          />
          {rateProblem === null ? null : (
            <span role="alert" className="reuse-problem">
              {rateProblem}
            </span>
          )}
        </span>
      ) : null}
      <label>
        shortest bar up to{' '}
        <select
          value={choices.firstBin ?? ''}
          title="End of the first bar, in the unit of the axis; each further bar ends at twice the previous end"
          onChange={(event) => onChange({ firstBin: event.target.value === '' ? null : Number(event.target.value) })}
        >
          <option value="">automatic</option>
          {firstBins.map((size) => (
            <option key={size} value={size}>
              {choices.measure === 'stack'
                ? sizeText(size)
                : clockDriven && choices.accessRate.trim() === ''
                  ? quantityText(size, 'ns')
                  : `${countText(size)} accesses`}
            </option>
          ))}
        </select>
      </label>
      <label>
        bars{' '}
        <input
          type="number"
          min={leastBins}
          max={mostBins}
          value={choices.binCount}
          onChange={(event) => {
            const count = event.target.valueAsNumber
            if (Number.isInteger(count) && count >= leastBins && count <= mostBins) onChange({ binCount: count })
          }}
        />
      </label>
    </div>
  )
}

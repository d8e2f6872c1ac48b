import { useId } from 'react'
import type { Multiple } from '../../shared/metrics/exhaustive_cost.ts'
import { expectedMemory, expectedSlowdown, timesText } from '../../shared/metrics/exhaustive_cost.ts'
import { useAppState } from '../application/context.ts'
import { durationText } from '../format/quantities.ts'
import { knownAloneSeconds } from './alone_seconds.ts'
import type { LaunchDraft } from './launch_draft.ts'
import { fieldProblem } from './launch_draft.ts'

/** The expected cost of the exhaustive engine, and the way to reduce it. */
export function ExhaustiveOptions({ draft, onChange }: { draft: LaunchDraft; onChange(change: Partial<LaunchDraft>): void }) {
  const name = useId()
  const known = knownAloneSeconds(
    draft,
    useAppState((state) => state.recent),
  )
  const isTyped = draft.aloneSeconds.trim() !== ''
  const slowdown = expectedSlowdown(draft.tools, draft.bursty && !draft.validate)
  return (
    <div className="exhaustive" role="group" aria-label="Exhaustive engine">
      <div className="row">
        <label>
          <input type="radio" name={name} checked={!draft.bursty && !draft.validate} onChange={() => onChange({ bursty: false, validate: false })} /> every
          access
        </label>
        <label>
          <input type="radio" name={name} checked={draft.bursty && !draft.validate} onChange={() => onChange({ bursty: true, validate: false })} /> in bursts:
        </label>
        <Instructions label="measured" field="windowOn" draft={draft} onChange={onChange} />
        <Instructions label="skipped" field="windowOff" draft={draft} onChange={onChange} />
      </div>
      <div className="row">
        <label>
          <input type="radio" name={name} checked={draft.validate} onChange={() => onChange({ validate: true })} /> everything, and validate samplers in the
          same run:
        </label>
        <Virtual label="periods" description="Loads or stores between samples" field="periods" draft={draft} onChange={onChange} />
        <Virtual label="registers" description="Number of debug registers" field="registers" draft={draft} onChange={onChange} />
        <Virtual label="seeds" description="Runs per setting" field="seeds" draft={draft} onChange={onChange} />
      </div>
      <div className="row">
        <span role="status">
          Expect about <strong>{timesText(slowdown)}</strong> the run time and {timesText(expectedMemory(draft.tools))} the memory.
        </span>
        <label className="dim">
          Run time without Hagstone:{' '}
          <input
            type="number"
            className="exhaustive-number"
            aria-label="Run time of the program without Hagstone, in seconds"
            min={0}
            step="any"
            value={draft.aloneSeconds}
            placeholder={known === null ? undefined : String(Number(known.toPrecision(2)))}
            onChange={(event) => onChange({ aloneSeconds: event.target.value })}
          />{' '}
          s
        </label>
        <span>{estimate(slowdown, isTyped ? Number(draft.aloneSeconds) : known)}</span>
        {isTyped || known === null ? null : <span className="dim">from its last sampled run</span>}
      </div>
      <div className="dim">Threads run one at a time. Small integer code is slowed down least, large or floating-point code most.</div>
    </div>
  )
}

function Instructions({
  label,
  field,
  draft,
  onChange,
}: {
  label: string
  field: 'windowOn' | 'windowOff'
  draft: LaunchDraft
  onChange(change: Partial<LaunchDraft>): void
}) {
  const problem = fieldProblem(draft, field)
  return (
    <label className={draft.bursty && !draft.validate ? '' : 'dim'}>
      <input
        type="number"
        className="exhaustive-number"
        min={0.001}
        step="any"
        value={draft[field]}
        disabled={!draft.bursty || draft.validate}
        aria-label={`Million instructions ${label}`}
        aria-invalid={problem !== null}
        title={problem ?? undefined}
        onChange={(event) => onChange({ [field]: event.target.value })}
      />{' '}
      M instructions {label}
    </label>
  )
}

/** One setting of a validation's virtual PMUs. */
function Virtual({
  label,
  description,
  field,
  draft,
  onChange,
}: {
  label: string
  description: string
  field: 'periods' | 'registers' | 'seeds'
  draft: LaunchDraft
  onChange(change: Partial<LaunchDraft>): void
}) {
  return (
    <label className={draft.validate ? '' : 'dim'}>
      {label}{' '}
      <input
        type="text"
        className="exhaustive-list"
        value={draft[field]}
        disabled={!draft.validate}
        aria-label={description}
        title={description}
        onChange={(event) => onChange({ [field]: event.target.value })}
      />
    </label>
  )
}

/** Nothing until a run time is known. */
function estimate({ least, most }: Multiple, aloneSeconds: number | null): string {
  return aloneSeconds === null || !(aloneSeconds > 0) ? '' : `→ ${durationText(aloneSeconds * least)} to ${durationText(aloneSeconds * most)}`
}

import { useRef, useState } from 'react'
import { LONGEST_RUN_LABEL, type RecentRun } from '../../shared/rpc/host.ts'
import { baseName } from '../format/paths.ts'
import { durationText, percentText } from '../format/quantities.ts'
import { toolWords } from '../tools/tools.ts'
import { commandName } from './run_names.ts'

interface RunRowProps {
  run: RecentRun
  shown: boolean
  ticked: boolean
  onOpen(): void
  onTick(wanted: boolean): void
  onForget(): void
  /** @param label empty: none */
  onLabel(label: string): void
}

/** A run of the list: its label or command, its result, and the part that distinguishes it from other runs of that command. */
export function RunRow({ run, shown, ticked, onOpen, onTick, onForget, onLabel }: RunRowProps) {
  const [editing, setEditing] = useState(false)
  const labelButton = useRef<HTMLButtonElement>(null)
  const time = new Date(run.startedAt).toLocaleTimeString(undefined, { timeStyle: 'short' })
  const result = resultOf(run)
  const title = run.missing
    ? `${run.path} is gone.`
    : [run.title, run.path, new Date(run.startedAt).toLocaleString(), result.detail, ...(run.ended === undefined ? [] : [`The program was ${run.ended}.`])]
        .filter((line) => line !== '')
        .join('\n')
  return (
    <li className={shown ? 'run run-shown' : 'run'}>
      <input
        type="checkbox"
        className="run-tick"
        aria-label={`Compare ${run.title}`}
        title="Tick two runs to compare them"
        disabled={run.missing}
        checked={ticked}
        onChange={(event) => onTick(event.target.checked)}
      />
      {editing ? (
        <LabelField
          label={run.label ?? ''}
          onLeave={() => labelButton.current?.focus()}
          onKeep={(label) => {
            setEditing(false)
            if (label !== null) onLabel(label)
          }}
        />
      ) : (
        <button type="button" className="run-open" disabled={run.missing} aria-current={shown} title={title} onClick={onOpen}>
          <span className="run-title">{run.label ?? commandName(run.title)}</span>
          <span className="run-result dim">
            {run.missing ? (
              'gone'
            ) : run.ended === undefined ? (
              <span className={result.few ? 'few' : undefined}>{result.text}</span>
            ) : (
              <span className="run-ended">{run.ended}</span>
            )}
          </span>
          <span className="run-facts dim">
            <span className="run-file">{baseName(run.path).replace(/\.hagstone$/, '')}</span>
            <span>
              {durationText(run.durationSeconds)} · {time}
            </span>
          </span>
        </button>
      )}
      <span className="run-actions">
        <button
          ref={labelButton}
          type="button"
          className="plain"
          aria-label={`Label ${run.title}`}
          title="Name this run in the list"
          onClick={() => setEditing(true)}
        >
          ✎
        </button>
        <button type="button" className="plain" aria-label={`Forget ${run.title}`} title="Remove from this list; the file remains" onClick={onForget}>
          ✕
        </button>
      </span>
    </li>
  )
}

/** Enter or leaving it keeps the text, Escape does not: `onKeep` gets null then. `onLeave` moves the focus elsewhere, after both keys. */
function LabelField({ label, onLeave, onKeep }: { label: string; onLeave(): void; onKeep(label: string | null): void }) {
  const [draft, setDraft] = useState(label)
  const givesUp = useRef(false)
  return (
    <input
      type="text"
      className="run-label"
      aria-label="Label of the run"
      placeholder="label"
      maxLength={LONGEST_RUN_LABEL}
      autoFocus
      value={draft}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={() => onKeep(givesUp.current || draft.trim() === label ? null : draft.trim())}
      onKeyDown={(event) => {
        givesUp.current = event.key === 'Escape'
        if (givesUp.current || event.key === 'Enter') onLeave()
      }}
    />
  )
}

function resultOf({ fraction, result }: RecentRun): { text: string; detail: string; few: boolean } {
  if (result === undefined) return { text: fraction === null ? 'no share of waste' : `${percentText(fraction)} waste`, detail: '', few: false }
  const { tool, kind, text, few } = result
  const detail = `${toolWords[tool].title}${text === '' ? '' : `: ${text}`}${few && kind === 'found' ? ': too few observations, not reliable' : ''}`
  if (kind === 'not-measured') return { text: 'not measured', detail, few: false }
  if (kind === 'none-found') return { text: `no ${toolWords[tool].name}`, detail, few }
  return { text: fraction === null ? toolWords[tool].name : `${percentText(fraction)} ${toolWords[tool].name}`, detail, few }
}

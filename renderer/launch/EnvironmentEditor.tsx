import type { EnvironmentChange } from './environment.ts'

/** Variables that the program gets beside, or instead of, those of the host. */
export function EnvironmentEditor({ changes, onChange }: { changes: EnvironmentChange[]; onChange(changes: EnvironmentChange[]): void }) {
  const replace = (index: number, part: Partial<EnvironmentChange>): void =>
    onChange(changes.map((change, other) => (other === index ? { ...change, ...part } : change)))
  return (
    <div className="environment">
      {changes.map((change, index) => (
        <div key={index} className="row environment-line">
          <input
            type="text"
            className="mono"
            aria-label="Name of the variable"
            placeholder="NAME"
            spellCheck={false}
            value={change.name}
            onChange={(event) => replace(index, { name: event.target.value })}
          />
          <span className="dim">=</span>
          <input
            type="text"
            className="mono environment-value"
            aria-label={`Value of ${change.name}`}
            placeholder={change.remove ? 'removed' : 'value'}
            disabled={change.remove}
            spellCheck={false}
            value={change.remove ? '' : change.value}
            onChange={(event) => replace(index, { value: event.target.value })}
          />
          <label>
            <input type="checkbox" checked={change.remove} onChange={(event) => replace(index, { remove: event.target.checked })} /> remove
          </label>
          <button
            type="button"
            className="plain"
            aria-label={`Remove the line ${change.name}`}
            onClick={() => onChange(changes.filter((_, other) => other !== index))}
          >
            ✕
          </button>
        </div>
      ))}
      <button type="button" className="action" onClick={() => onChange([...changes, { name: '', value: '', remove: false }])}>
        Add variable
      </button>
      {changes.length === 0 ? <span className="dim"> otherwise inherited</span> : null}
    </div>
  )
}

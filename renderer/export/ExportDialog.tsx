import { Dialog } from 'radix-ui'
import { useEffect, useId, useRef, useState } from 'react'
import {
  canExport,
  EXPORT_FORMATS,
  EXPORT_TOP,
  exportName,
  hasStacks,
  MOST_PAIRS_OF_PAGE,
  STACK_FORMS,
  type ExportFormat,
  type StackForm,
} from '../../shared/exported.ts'
import { exportCommandLine } from '../../shared/names/export_command.ts'
import { RpcError, type ProfileSummary } from '../../shared/rpc/contract.ts'
import type { ShareableSource } from '../../shared/rpc/sources.ts'
import { announce, report } from '../application/application.ts'
import { useApplication, useAppState } from '../application/context.ts'
import { failureText, isCancelled } from '../application/failure.ts'
import { copyText, saveFile } from '../application/save.ts'
import { Failure } from '../components/Failure.tsx'
import { baseName } from '../format/paths.ts'
import { Field } from '../launch/fields/Field.tsx'
import { canBeShared } from '../profile/source_notes.ts'
import { amountOf, choiceOf, formatWords, numberOf, numberProblem, ONLY_VALUES, stackWords, type ExportDraft } from './export_draft.ts'
import { exportedFile } from './exported_file.ts'
import { PageSources } from './PageSources.tsx'
import './export.css'

/** Writes the whole profile as a file for another program, as `hagstone export` does. */
export function ExportDialog() {
  const profile = useAppState((state) => state.profile)
  if (profile === null) return null
  const { summary } = profile.part?.whole ?? profile
  // Another profile, as one that the file manager opens meanwhile, has other choices.
  return <ExportChoices key={summary.profile} summary={summary} isPart={profile.part != null} />
}

/** How far an export is. `share`: of the file, 0..1; null: not known. A null stage: none is under way. */
type Stage = { done: 'Writing' | 'Receiving'; share: number | null } | null

function ExportChoices({ summary: { profile, path, run }, isPart }: { summary: ProfileSummary; isPart: boolean }) {
  const application = useApplication()
  const { client, store } = application
  const [draft, setDraft] = useState<ExportDraft>(() => ({
    format: canExport(run.tools, 'pprof') ? 'pprof' : 'json',
    stacks: STACK_FORMS[0],
    amount: null,
    number: String(MOST_PAIRS_OF_PAGE),
    withSources: false,
  }))
  const [sources, setSources] = useState<ShareableSource[] | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [stage, setStage] = useState<Stage>(null)
  const attempt = useRef<AbortController | null>(null)
  useEffect(() => () => attempt.current?.abort(), [])
  const change = (changed: Partial<ExportDraft>): void => {
    setDraft({ ...draft, ...changed })
    setFailure(null)
  }
  const close = (): void => store.setState((state) => (state.overlay === 'export' ? { overlay: null } : {}))
  const problem = numberProblem(draft)
  const withSources = draft.format === 'html' && draft.withSources
  // Sources can be shared once their list is loaded.
  const isReady = problem === null && (!withSources || sources !== null)

  async function write(): Promise<void> {
    const controller = new AbortController()
    attempt.current = controller
    const { signal } = controller
    setFailure(null)
    setStage({ done: 'Writing', share: null })
    try {
      const shared = withSources ? (sources ?? []).filter(canBeShared).map(({ file }) => file) : []
      const written = await client.call(
        'export.profile',
        { profile, ...choiceOf(draft), sources: shared },
        {
          signal,
          onProgress: (share) => setStage({ done: 'Writing', share }),
        },
      )
      const content = await exportedFile(client, written, { signal, read: (share) => setStage({ done: 'Receiving', share }) })
      const name = exportName(baseName(path), draft.format)
      saveFile(name, content)
      close()
      if (written.leftOut.length === 0) announce(application, `${name} was saved.`)
      // A notice about missing parts stays to be read.
      else store.setState({ notice: { kind: 'done', text: `${name} was saved. It ${written.leftOut.join('; it ')}.` } })
    } catch (error) {
      if (!isCancelled(error)) setFailure(error)
    } finally {
      setStage(null)
      // The host forgets it with the window anyway.
      client.call('export.close', {}).catch(() => undefined)
    }
  }

  const copy = (): void =>
    void copyText(exportCommandLine(path, choiceOf(draft), withSources)).then(
      () => announce(application, 'The command line was copied.'),
      (error) => report(application, error),
    )
  const isTooLarge = failure instanceof RpcError && failure.code === 'refused'
  return (
    <Dialog.Root open onOpenChange={(open) => (open ? undefined : close())}>
      <Dialog.Portal>
        <Dialog.Overlay className="overlay" />
        <Dialog.Content className="dialog export-dialog">
          <Dialog.Title className="dialog-title">Export the whole profile</Dialog.Title>
          <form
            className="export-form"
            onSubmit={(event) => {
              event.preventDefault()
              void write()
            }}
          >
            <div className="dialog-body">
              <Dialog.Description className="dim">
                Writes one file for another program or another person. The profile stays as it is.
                {isPart ? ' The file has the whole run, not only the part that is shown.' : ''}
              </Dialog.Description>
              <fieldset className="export-formats" disabled={stage !== null}>
                <legend className="field-label">Format</legend>
                {EXPORT_FORMATS.map((format) => (
                  <FormatRow key={format} format={format} isChosen={draft.format === format} isPossible={canExport(run.tools, format)} onChoose={change} />
                ))}
                {canExport(run.tools, 'pprof') ? null : (
                  <p id="export-only-values" className="dim">
                    {ONLY_VALUES}
                  </p>
                )}
              </fieldset>
              {hasStacks(draft.format) ? (
                <Field label="Stacks">
                  {(id) => (
                    <div className="row">
                      <select id={id} value={draft.stacks} disabled={stage !== null} onChange={(event) => change({ stacks: event.target.value as StackForm })}>
                        {STACK_FORMS.map((form) => (
                          <option key={form} value={form}>
                            {stackWords[form]}
                          </option>
                        ))}
                      </select>
                      <span className="dim">The calling context that gets the weight.</span>
                    </div>
                  )}
                </Field>
              ) : null}
              <AmountField draft={draft} disabled={stage !== null} problem={problem} refusal={isTooLarge ? failureText(failure) : null} onChange={change} />
              {draft.format === 'html' ? (
                <PageSources
                  profile={profile}
                  sources={sources}
                  isChosen={draft.withSources}
                  disabled={stage !== null}
                  onSources={setSources}
                  onChoose={(withSources) => change({ withSources })}
                />
              ) : null}
              {failure === null || isTooLarge ? null : <Failure text={failureText(failure)} />}
            </div>
            <div className="dialog-foot">
              {stage === null ? (
                <button type="button" className="action" disabled={problem !== null} onClick={copy}>
                  Copy as a command line
                </button>
              ) : (
                <Progress stage={stage} />
              )}
              <span className="toolbar-space" />
              <button type="submit" className="action primary" disabled={stage !== null || !isReady}>
                Export
              </button>
              <button type="button" className="action" onClick={() => (stage === null ? close() : attempt.current?.abort())}>
                Cancel
              </button>
            </div>
          </form>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

interface FormatRowProps {
  format: ExportFormat
  isChosen: boolean
  isPossible: boolean
  onChoose(change: Pick<ExportDraft, 'format'>): void
}

function FormatRow({ format, isChosen, isPossible, onChoose }: FormatRowProps) {
  const { name, use } = formatWords[format]
  const id = useId()
  return (
    <label className="export-format">
      <input
        type="radio"
        name="export-format"
        aria-labelledby={`${id}-name`}
        aria-describedby={isPossible ? `${id}-use` : `${id}-use export-only-values`}
        checked={isChosen}
        disabled={!isPossible}
        onChange={() => onChoose({ format })}
      />
      <strong id={`${id}-name`}>{name}</strong>
      <span id={`${id}-use`} className="dim">
        {use}
      </span>
    </label>
  )
}

interface AmountFieldProps {
  draft: ExportDraft
  disabled: boolean
  /** Why the number cannot be used. */
  problem: string | null
  /** Why the host refused so many. */
  refusal: string | null
  onChange(change: Partial<ExportDraft>): void
}

function AmountField({ draft, disabled, problem, refusal, onChange }: AmountFieldProps) {
  const id = useId()
  const amount = amountOf(draft)
  const what = draft.format === 'sarif' ? 'findings' : 'pairs'
  return (
    <div className="field" role="group" aria-labelledby={id}>
      <span id={id} className="field-label">
        {what === 'pairs' ? 'Pairs' : 'Findings'}
      </span>
      <div className="field-body row export-amount">
        <label>
          <input type="radio" name="export-amount" checked={amount === 'all'} disabled={disabled} onChange={() => onChange({ amount: 'all' })} /> all
        </label>
        <label>
          <input
            type="radio"
            name="export-amount"
            checked={amount === 'number'}
            disabled={disabled}
            onChange={() => onChange({ amount: 'number', number: numberOf(draft) })}
          />{' '}
          the largest:
        </label>
        <input
          type="number"
          className="export-number"
          aria-label={`Number of ${what}`}
          min={EXPORT_TOP.minimum}
          max={EXPORT_TOP.maximum}
          disabled={disabled}
          value={numberOf(draft)}
          aria-invalid={problem !== null}
          aria-describedby={`${id}-problem`}
          onChange={(event) => onChange({ amount: 'number', number: event.target.value })}
        />
        <span className="dim">{what === 'pairs' ? 'of each tool' : ''}</span>
        <div id={`${id}-problem`} className="export-problem">
          {problem === null ? null : <Failure text={problem} />}
          {refusal === null ? null : <Failure text={refusal} />}
        </div>
      </div>
    </div>
  )
}

function Progress({ stage: { done, share } }: { stage: NonNullable<Stage> }) {
  const text = share === null ? `${done} the file…` : `${done} the file: ${Math.floor(100 * share)} %`
  return (
    <span className="row" role="status">
      {text}
      <progress aria-label="Export" {...(share === null ? {} : { value: share })} max={1} />
    </span>
  )
}

import { useEffect, useRef, useState } from 'react'
import { Waiting } from '../components/loading/Waiting.tsx'
import { announce, report } from '../application/application.ts'
import { useApplication, useAppState, usePreference } from '../application/context.ts'
import { droppedPath } from '../application/opening/dropped.ts'
import { chooseFile } from '../application/opening/files.ts'
import { needDoctor } from '../application/host_facts.ts'
import { launch } from './control/recording_control.ts'
import { copyText } from '../application/save.ts'
import { Failure } from '../components/Failure.tsx'
import { directoryName } from '../format/paths.ts'
import { AdvancedOptions } from './AdvancedOptions.tsx'
import { CalibrationChoice } from './CalibrationChoice.tsx'
import { parseArguments, quoteArguments } from '../../shared/names/command_line.ts'
import { launchCommand } from '../../shared/names/launch_command.ts'
import { EngineChoice } from './EngineChoice.tsx'
import { EnvironmentEditor } from './EnvironmentEditor.tsx'
import { ExhaustiveOptions } from './ExhaustiveOptions.tsx'
import { Field } from './fields/Field.tsx'
import type { LaunchDraft } from './launch_draft.ts'
import { draftOf, emptyDraft, isValidation, requestOf, workingDirectoryOf } from './launch_draft.ts'
import { draftAgain } from './draft_again.ts'
import { DurationField } from './fields/DurationField.tsx'
import { fieldOf, Refusal, RefusableInput } from './fields/RefusableInput.tsx'
import { ProcessChoice } from './process/ProcessChoice.tsx'
import { TargetChoice } from './process/TargetChoice.tsx'
import { ToolChoice } from './ToolChoice.tsx'
import './launch.css'

/** Everything one recording needs, on one page. */
export function LaunchForm() {
  const application = useApplication()
  const host = useAppState((state) => state.host)
  const doctor = useAppState((state) => state.doctor)
  const refused = useAppState((state) => state.launchFailure)
  const wish = useAppState((state) => state.recordWish)
  const recent = usePreference((preferences) => preferences.launches)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => needDoctor(application), [application])
  // Record is below the form, and may be a page below the field that is wrong.
  useEffect(() => {
    form.current?.querySelector<HTMLElement>(`[data-field=${fieldOf(refused)}]`)?.focus()
  }, [refused])
  const [typed, setDraft] = useState<LaunchDraft>(() => (wish !== null ? draftAgain(wish, recent) : recent[0] === undefined ? emptyDraft : draftOf(recent[0])))
  const nothingSamples = doctor?.engine === null && (doctor.engines ?? []).some(({ engine, works }) => engine === 'exhaustive' && works)
  const draft: LaunchDraft = nothingSamples && typed.engine === 'auto' && !typed.attach ? { ...typed, engine: 'exhaustive' } : typed
  if (host === null)
    return (
      <main className="launch">
        <Waiting>Connecting…</Waiting>
      </main>
    )

  const change = (part: Partial<LaunchDraft>): void => setDraft((old) => ({ ...old, ...part }))
  const { program, argumentLine, directory } = draft
  const parsed = parseArguments(argumentLine)
  const { request, problem } = requestOf(draft, host.workingDirectory)
  const workingDirectory = workingDirectoryOf(draft, host.workingDirectory)

  async function choose(purpose: 'program' | 'directory', startAt: string, accept: (path: string) => void): Promise<void> {
    try {
      const path = await chooseFile(application, purpose, startAt)
      if (path !== null) accept(path)
    } catch (error) {
      report(application, error)
    }
  }
  function copy(): void {
    if (request !== null)
      copyText(launchCommand(request)).then(
        () => announce(application, 'The command line was copied.'),
        (error) => report(application, error),
      )
  }
  function start(): void {
    if (request !== null) void launch(application, request)
  }

  return (
    <main className="launch">
      <form
        ref={form}
        className="launch-form"
        aria-label="New recording"
        onSubmit={(event) => {
          event.preventDefault()
          start()
        }}
        onDrop={(event) => {
          const path = droppedPath(event)
          if (path === null) return
          event.preventDefault()
          event.stopPropagation()
          change({ program: path, attach: false })
        }}
      >
        {host.canLaunch ? null : <Failure text={host.launchRefusal ?? 'This host does not allow starting programs.'} />}
        <Field label="Record">{() => <TargetChoice draft={draft} onChange={change} />}</Field>
        {draft.attach ? (
          <ProcessChoice draft={draft} onChange={change} />
        ) : (
          <>
            <Field label="Program">
              {(id) => (
                <RefusableInput
                  id={id}
                  field="program"
                  autoFocus
                  value={program}
                  placeholder="/path/to/program"
                  list="recent-programs"
                  onChange={(text) => change({ program: text })}
                >
                  <datalist id="recent-programs">
                    {[...new Set(recent.flatMap(({ program, process }) => (process === undefined ? [program] : [])))].map((path) => (
                      <option key={path} value={path} />
                    ))}
                  </datalist>
                  <button
                    type="button"
                    className="action"
                    onClick={() => void choose('program', program === '' ? host.workingDirectory : directoryName(program), (path) => change({ program: path }))}
                  >
                    Choose…
                  </button>
                </RefusableInput>
              )}
            </Field>
            <Field label="Arguments">
              {(id) => (
                <>
                  <input
                    id={id}
                    type="text"
                    className="mono launch-wide"
                    value={argumentLine}
                    placeholder="quoted as in a shell"
                    spellCheck={false}
                    aria-invalid={parsed.problem !== null}
                    aria-describedby={`${id}-parsed`}
                    onChange={(event) => change({ argumentLine: event.target.value })}
                  />
                  <div id={`${id}-parsed`} className="launch-parsed">
                    {parsed.problem !== null ? (
                      <span role="alert">{parsed.problem}</span>
                    ) : parsed.arguments.length === 0 ? (
                      <span className="dim">no arguments</span>
                    ) : (
                      parsed.arguments.map((value, index) => (
                        <code key={index} className="launch-argument" title={`argument ${index + 1}`}>
                          {value === '' ? '(empty)' : value}
                        </code>
                      ))
                    )}
                  </div>
                </>
              )}
            </Field>
          </>
        )}
        <Field label="Directory">
          {(id) => (
            <RefusableInput id={id} field="directory" value={directory} placeholder={host.workingDirectory} onChange={(text) => change({ directory: text })}>
              <button type="button" className="action" onClick={() => void choose('directory', workingDirectory, (path) => change({ directory: path }))}>
                Choose…
              </button>
            </RefusableInput>
          )}
        </Field>
        {draft.attach ? (
          <DurationField draft={draft} onChange={change} />
        ) : (
          <Field label="Environment">{() => <EnvironmentEditor changes={draft.environment} onChange={(environment) => change({ environment })} />}</Field>
        )}
        <Field label="Look for">
          {() => (
            <ToolChoice
              tools={draft.tools}
              engine={draft.engine}
              doctor={doctor}
              attach={draft.attach}
              onChange={(tools) => change({ tools })}
              onEngine={(engine, tools) => change({ engine, tools })}
            />
          )}
        </Field>
        <Field label="Engine">{(id) => <EngineChoice id={id} engine={draft.engine} attach={draft.attach} onChange={(engine) => change({ engine })} />}</Field>
        {draft.engine === 'exhaustive' ? (
          <Field label="Measure">{() => <ExhaustiveOptions draft={draft} onChange={change} />}</Field>
        ) : draft.attach ? null : (
          <CalibrationChoice draft={draft} onChange={change} />
        )}
        <AdvancedOptions draft={draft} onChange={change} />
        <Refusal of={null} />
        <div className="launch-start">
          <button type="submit" className="action primary" disabled={problem !== null || !host.canLaunch}>
            {isValidation(draft) ? 'Validate' : 'Record'}
          </button>
          <button type="button" className="plain" disabled={request === null} title="Copies the equivalent shell command" onClick={copy}>
            Copy as command line
          </button>
          <span className="dim" role="status">
            {problem ?? (draft.attach ? `The profile is saved in ${workingDirectory}.` : `Runs in ${workingDirectory}.`)}
          </span>
        </div>
      </form>
      {recent.length === 0 ? null : (
        <section className="launch-recent" aria-label="Earlier launches">
          <h2>Earlier launches</h2>
          {recent.map((request) => (
            <button
              key={JSON.stringify(request)}
              type="button"
              className="plain mono"
              title={`in ${request.workingDirectory}`}
              onClick={() => setDraft(draftOf(request))}
            >
              {request.process === undefined ? '' : 'Attach: '}
              {quoteArguments([request.program, ...request.arguments])}
            </button>
          ))}
        </section>
      )}
    </main>
  )
}

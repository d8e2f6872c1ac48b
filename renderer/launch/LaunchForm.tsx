import type { ReactNode } from 'react'
import { useId, useState } from 'react'
import type { LaunchRequest } from '../../shared/rpc/contract.ts'
import { report } from '../application/application.ts'
import { useApplication, useAppState, usePreference } from '../application/context.ts'
import { droppedPath } from '../application/dropped.ts'
import { chooseFile } from '../application/files.ts'
import { launch } from '../application/launching.ts'
import { Failure } from '../components/Failure.tsx'
import { directoryName } from '../format/paths.ts'
import { countText } from '../format/quantities.ts'
import { parseArguments, quoteArguments } from './arguments.ts'
import { EngineLine } from './EngineLine.tsx'
import type { EnvironmentChange } from './environment.ts'
import { changesOf, environmentOf, environmentProblem } from './environment.ts'
import { EnvironmentEditor } from './EnvironmentEditor.tsx'
import { DeadStorePicture } from './DeadStorePicture.tsx'
import './launch.css'

/** Samples per second of CPU time and thread: the rate whose overhead is measured and published. */
const defaultRate = 100
const leastRate = 1
const greatestRate = 10_000

/** Everything one recording needs, on one page. */
export function LaunchForm() {
  const application = useApplication()
  const host = useAppState((state) => state.host)
  const recent = usePreference((preferences) => preferences.launches)
  const [program, setProgram] = useState(recent[0]?.program ?? '')
  const [argumentLine, setArgumentLine] = useState(quoteArguments(recent[0]?.arguments ?? []))
  const [directory, setDirectory] = useState(recent[0]?.workingDirectory ?? '')
  const [environment, setEnvironment] = useState<EnvironmentChange[]>(changesOf(recent[0]?.environment ?? {}))
  const [rate, setRate] = useState(String(recent[0]?.rate ?? defaultRate))
  if (host === null) return <main className="launch"><div className="state dim pulse">Connecting…</div></main>

  const parsed = parseArguments(argumentLine)
  const rateNumber = Number(rate)
  const rateProblem = Number.isFinite(rateNumber) && rateNumber >= leastRate && rateNumber <= greatestRate ? null : `The rate is a number from ${leastRate} to ${countText(greatestRate)}.`
  const problem = program.trim() === '' ? 'Choose a program first.' : (parsed.problem ?? environmentProblem(environment) ?? rateProblem)
  const workingDirectory = directory.trim() === '' ? host.workingDirectory : directory.trim()

  function fill(request: LaunchRequest): void {
    setProgram(request.program)
    setArgumentLine(quoteArguments(request.arguments))
    setDirectory(request.workingDirectory)
    setEnvironment(changesOf(request.environment))
    setRate(String(request.rate))
  }
  async function choose(purpose: 'program' | 'directory', startAt: string, accept: (path: string) => void): Promise<void> {
    try {
      const path = await chooseFile(application, purpose, startAt)
      if (path !== null) accept(path)
    } catch (error) {
      report(application, error)
    }
  }
  function start(): void {
    if (problem !== null || parsed.arguments === null) return
    void launch(application, {
      program: program.trim(), arguments: parsed.arguments, workingDirectory, environment: environmentOf(environment), tools: ['dead-stores'], rate: rateNumber, output: null,
    })
  }

  return (
    <main className="launch">
      <form
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
          setProgram(path)
        }}
      >
        {host.canLaunch ? null : <Failure text={host.launchRefusal ?? 'This host does not start programs.'} />}
        <Field label="Program">
          {(id) => (
            <div className="row launch-line">
              <input id={id} type="text" className="mono" autoFocus value={program} placeholder="/path/to/program" spellCheck={false} list="recent-programs" onChange={(event) => setProgram(event.target.value)} />
              <datalist id="recent-programs">{[...new Set(recent.map((request) => request.program))].map((path) => <option key={path} value={path} />)}</datalist>
              <button type="button" className="action" onClick={() => void choose('program', program === '' ? host.workingDirectory : directoryName(program), setProgram)}>Choose…</button>
            </div>
          )}
        </Field>
        <Field label="Arguments">
          {(id) => (
            <>
              <input id={id} type="text" className="mono launch-wide" value={argumentLine} placeholder="quoted as in a shell" spellCheck={false} aria-invalid={parsed.problem !== null} aria-describedby={`${id}-parsed`} onChange={(event) => setArgumentLine(event.target.value)} />
              <div id={`${id}-parsed`} className="launch-parsed">
                {parsed.problem !== null ? <span role="alert">{parsed.problem}</span> : parsed.arguments.length === 0 ? <span className="dim">no arguments</span> : parsed.arguments.map((value, index) => <code key={index} className="launch-argument" title={`argument ${index + 1}`}>{value === '' ? '(empty)' : value}</code>)}
              </div>
            </>
          )}
        </Field>
        <Field label="Directory">
          {(id) => (
            <div className="row launch-line">
              <input id={id} type="text" className="mono" value={directory} placeholder={host.workingDirectory} spellCheck={false} onChange={(event) => setDirectory(event.target.value)} />
              <button type="button" className="action" onClick={() => void choose('directory', workingDirectory, setDirectory)}>Choose…</button>
            </div>
          )}
        </Field>
        <Field label="Environment">{() => <EnvironmentEditor changes={environment} onChange={setEnvironment} />}</Field>
        <Field label="Look for">
          {() => (
            <label className="launch-tool">
              <input type="radio" name="tool" checked readOnly />
              <span>
                <strong>Dead stores</strong>
                <span className="dim"> Bytes that are stored and stored again before anybody reads them: the first store was for nothing.</span>
                <DeadStorePicture />
              </span>
            </label>
          )}
        </Field>
        <Field label="Rate">
          {(id) => (
            <div className="row">
              <input id={id} type="number" min={leastRate} max={greatestRate} step="any" value={rate} aria-invalid={rateProblem !== null} onChange={(event) => setRate(event.target.value)} />
              <span className="dim">samples per second of CPU time and thread. More: sooner sure, and slower.</span>
            </div>
          )}
        </Field>
        <Field label="Engine">{() => <EngineLine />}</Field>
        <div className="launch-start">
          <button type="submit" className="action primary" disabled={problem !== null || !host.canLaunch}>Record</button>
          <span className="dim" role="status">{problem ?? `Runs in ${workingDirectory}.`}</span>
        </div>
      </form>
      {recent.length === 0 ? null : (
        <section className="launch-recent" aria-label="Earlier launches">
          <h2>Earlier launches</h2>
          {recent.map((request) => (
            <button key={JSON.stringify(request)} type="button" className="plain mono" title={`in ${request.workingDirectory}`} onClick={() => fill(request)}>
              {quoteArguments([request.program, ...request.arguments])}
            </button>
          ))}
        </section>
      )}
    </main>
  )
}

function Field({ label, children }: { label: string; children(id: string): ReactNode }) {
  const id = useId()
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>{label}</label>
      <div className="field-body">{children(id)}</div>
    </div>
  )
}

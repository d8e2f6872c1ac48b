import type { ReactNode } from 'react'
import { FEWEST_TRAPS } from '../../shared/metrics/statistics/bootstrap.ts'
import { countingSlowdown, expectedSlowdown, timesText } from '../../shared/metrics/exhaustive_cost.ts'
import type { Tool } from '../../shared/run.ts'
import type { LaunchProgress, LaunchRequest } from '../../shared/rpc/recordings.ts'
import { useApplication, useAppState } from '../application/context.ts'
import { Failure } from '../components/Failure.tsx'
import { Percent } from '../components/Figures.tsx'
import { countText, durationText } from '../format/quantities.ts'
import { isNeutral, toolWords } from '../tools/tools.ts'
import { quoteArguments } from '../../shared/names/command_line.ts'
import { DiscardButton } from './control/DiscardButton.tsx'
import { stopsProgram } from './control/recording_control.ts'
import { stateWord } from './state_word.ts'
import { TopPairs } from './TopPairs.tsx'
import { shownOutput } from '../output/shown_output.ts'
import './launch.css'

/** A recording while it runs. */
export function RecordingView() {
  const application = useApplication()
  const recording = useAppState((state) => state.recording)
  if (recording === null)
    return (
      <main className="launch">
        <div className="state">No recording is running.</div>
      </main>
    )
  const { request, progress, paused } = recording
  const failure = progress?.state === 'failed' ? (progress.error ?? 'The recording failed without a reason.') : null
  const state = failure === null ? (progress?.state ?? 'starting') : 'failed'
  const validates = request.validation !== undefined
  const asks = recording.asksToDiscard === true && stopsProgram(recording)
  const stoppable = state === 'starting' || state === 'running' || state === 'counting'
  return (
    <main className="launch recording" aria-label="Recording">
      <div className="row">
        <strong className={(stoppable && !paused) || state === 'analysing' || state === 'discarding' ? 'pulse' : ''} role="status">
          {paused && state === 'running' ? 'Paused' : stateWord(state, validates)}
        </strong>
        {request.process === undefined ? null : <span>process {request.process.id}</span>}
        <code className="selectable">{quoteArguments([request.program, ...request.arguments])}</code>
        <span className="toolbar-space" />
        {state === 'running' && !asks && request.engine !== 'exhaustive' ? (
          <button type="button" className="action" title="The program continues without being sampled" onClick={() => application.runCommand('record.pause')}>
            {paused ? 'Resume' : 'Pause'}
          </button>
        ) : null}
        {isDiscardable(state) ? <DiscardButton recording={recording} /> : null}
        {stoppable && !asks ? (
          <StopButton progress={progress} attached={request.process !== undefined} onStop={() => application.runCommand('record.stop')} />
        ) : null}
        {state === 'failed' ? (
          <button type="button" className="action" onClick={() => application.runCommand('record.new')}>
            Change the launch…
          </button>
        ) : null}
        {state === 'finished' ? (
          <button type="button" className="action" onClick={() => application.store.setState({ screen: validates ? 'validation' : 'profile' })}>
            {validates ? 'Show the validation' : 'Show the profile'}
          </button>
        ) : null}
      </div>
      {failure === null ? null : <Failure text={failure} />}
      {progress?.run === undefined || state !== 'running' ? null : (
        <p role="status">
          Run {progress.run} of {request.runs}
        </p>
      )}
      {progress?.goesOn === undefined || state !== 'running' ? null : (
        <p>
          {progress.goesOn.ended}; {progress.goesOn.processes}. The recording ends with the last of them.
        </p>
      )}
      {progress?.preparing === undefined || state !== 'starting' ? null : <Preparation preparing={progress.preparing} elapsed={progress.elapsed} />}
      {progress === null || (state === 'starting' && progress.preparing !== undefined) ? null : request.engine === 'exhaustive' ? (
        <CountingProgress progress={progress} request={request} />
      ) : (
        <Progress progress={progress} tools={request.tools} attached={request.process !== undefined} />
      )}
    </main>
  )
}

/** Before the program runs, Stop leaves nothing either. */
function isDiscardable(state: LaunchProgress['state']): boolean {
  return state === 'running' || state === 'counting' || state === 'analysing'
}

/** Names the thing that it stops. */
function StopButton({ progress, attached, onStop }: { progress: LaunchProgress | null; attached: boolean; onStop: () => void }) {
  const [label, title] = attached
    ? ['Stop recording', 'The process continues without being recorded. The profile keeps everything recorded so far.']
    : progress?.goesOn !== undefined && progress.state === 'running'
      ? ['Stop recording', 'The processes continue without being recorded. The profile keeps everything recorded so far.']
      : progress?.state === 'running' || progress?.state === 'counting'
        ? ['Stop program', 'Ends the program and its process group (SIGTERM). The profile keeps everything recorded so far.']
        : ['Stop', 'The program has not started yet']
  return (
    <button type="button" className="action primary" title={title} disabled={progress === null} onClick={onStop}>
      {label}
    </button>
  )
}

/** Before the program runs. */
function Preparation({ preparing: { what, share }, elapsed }: { preparing: NonNullable<LaunchProgress['preparing']>; elapsed: number }) {
  return (
    <div className="row">
      <progress value={share} max={1} aria-label="Preparing" />
      <span>
        {what}, <Percent share={share} /> done
      </span>
      <span className="dim">{durationText(elapsed)}; the result is kept for the next recording.</span>
    </div>
  )
}

/** The second run of a calibrated recording. */
function Counting({ counted, elapsed }: { counted: number; elapsed: number }) {
  return (
    <>
      <progress aria-label="Counting accesses" />
      <p>
        Counting accesses in a second run under the exhaustive engine: {durationText(counted)}
        <span className="dim">
          {' '}
          of an estimated {durationText(elapsed * countingSlowdown.least)} to {durationText(elapsed * countingSlowdown.most)}. Stop ends the count and leaves
          the profile uncalibrated.
        </span>
      </p>
    </>
  )
}

function Progress({ progress, tools, attached }: { progress: LaunchProgress; tools: Tool[]; attached: boolean }) {
  const few = progress.traps < FEWEST_TRAPS
  return (
    <>
      {progress.state === 'analysing' ? <progress value={progress.analysed} max={1} aria-label="Building the profile" /> : null}
      {progress.state === 'counting' ? <Counting counted={progress.counted ?? 0} elapsed={progress.elapsed} /> : null}
      <div className="live">
        <Live name="run time">{durationText(progress.elapsed)}</Live>
        <Live name="samples">{countText(progress.samples)}</Live>
        <Live name="observations">{countText(progress.traps)}</Live>
        {progress.fractions === undefined ? (
          <Live name="waste so far" few={few}>
            <Percent share={progress.fraction} />
          </Live>
        ) : (
          tools
            .filter((tool) => !isNeutral(tool))
            .map((tool) => (
              <Live key={tool} name={toolWords[tool].name} few={few}>
                <Percent share={progress.fractions?.[tool] ?? null} />
              </Live>
            ))
        )}
        <Live name="unwatched">
          <Percent share={progress.blindSpot.share} />
        </Live>
        <Live name="overhead">
          <Percent share={progress.handlerShare} />
        </Live>
      </div>
      <TopPairs progress={progress} tools={tools} />
      <ProgramOutput heading={attached ? 'Messages' : 'Output of the program'} text={progress.targetOutput} />
    </>
  )
}

/** Every access is counted: no samples, and nothing that few of them could mislead about. */
function CountingProgress({ progress, request }: { progress: LaunchProgress; request: LaunchRequest }) {
  const { accesses, fractions = {} } = progress
  return (
    <>
      {progress.state === 'analysing' ? <progress value={progress.analysed} max={1} aria-label="Building the profile" /> : null}
      <div className="live">
        <Live name="run time">{durationText(progress.elapsed)}</Live>
        <Live name="loads">{accesses === undefined ? '–' : countText(accesses.loads)}</Live>
        <Live name="stores">{accesses === undefined ? '–' : countText(accesses.stores)}</Live>
        {request.tools
          .filter((tool) => fractions[tool] !== undefined)
          .map((tool) => (
            <Live key={tool} name={toolWords[tool].name}>
              <Percent share={fractions[tool] ?? null} />
            </Live>
          ))}
        <Live name="expected">{timesText(expectedSlowdown(request.tools, request.window != null))} the run time</Live>
      </div>
      {progress.statisticsOnly === true ? (
        <p className="dim">The recording is too large to show pairs while it runs. They appear when the program ends or is stopped.</p>
      ) : (
        <TopPairs progress={progress} tools={request.tools} />
      )}
      <ProgramOutput heading="Output of the program" text={progress.targetOutput} />
    </>
  )
}

/** A process that was attached to prints where it did before. */
function ProgramOutput({ heading, text }: { heading: string; text: string }) {
  return (
    <>
      <h2>{heading}</h2>
      {text === '' ? (
        <p className="dim">Nothing yet.</p>
      ) : (
        <pre className="live-output" tabIndex={0}>
          {shownOutput(text)}
        </pre>
      )}
    </>
  )
}

function Live({ name, few = false, children }: { name: string; few?: boolean; children: ReactNode }) {
  return (
    <div className={few ? 'few' : ''}>
      <div className="dim">{name}</div>
      <div className="live-figure">{children}</div>
    </div>
  )
}

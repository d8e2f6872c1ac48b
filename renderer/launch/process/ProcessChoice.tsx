import { useEffect, useRef, useState } from 'react'
import type { AttachObstacle, ListedProcess, ProcessList } from '../../../shared/rpc/recordings.ts'
import { counted } from '../../../shared/names/counted.ts'
import { quoteArguments } from '../../../shared/names/command_line.ts'
import { useApplication, useAppState } from '../../application/context.ts'
import { failureText } from '../../application/failure.ts'
import { Failure } from '../../components/Failure.tsx'
import { Waiting } from '../../components/loading/Waiting.tsx'
import { durationText } from '../../format/quantities.ts'
import { Field } from '../fields/Field.tsx'
import { RefusableInput } from '../fields/RefusableInput.tsx'
import type { LaunchDraft } from '../launch_draft.ts'
import { processOf } from '../launch_draft.ts'

interface ProcessChoiceProps {
  draft: LaunchDraft
  onChange(change: Partial<LaunchDraft>): void
}

/** The process to attach to: one of the user's own, or a number. */
export function ProcessChoice({ draft, onChange }: ProcessChoiceProps) {
  const { client } = useApplication()
  const canLaunch = useAppState((state) => state.host?.canLaunch === true)
  const [list, setList] = useState<ProcessList | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [order, setOrder] = useState<'busiest' | 'newest'>('busiest')
  const [ended, setEnded] = useState<number | null>(null)
  const [asked, setAsked] = useState(0)
  const latest = useRef({ draft, onChange })
  latest.current = { draft, onChange }

  useEffect(() => {
    if (!canLaunch) return
    let current = true
    client.call('launch.processes', {}).then(
      (answer) => {
        if (!current) return
        setList(answer)
        setFailure(null)
        const chosen = latest.current.draft.chosenProcess
        const gone = chosen !== null && answer.leftOut === 0 && !answer.processes.some((process) => isSame(process, chosen))
        setEnded(gone ? chosen.id : null)
        if (gone) latest.current.onChange({ chosenProcess: null })
      },
      (error) => {
        if (current) setFailure(failureText(error))
      },
    )
    return () => {
      current = false
    }
  }, [client, canLaunch, asked])

  function type(text: string): void {
    setEnded(null)
    const listed = list?.processes.find(({ id, obstacle }) => String(id) === text.trim() && obstacle === null)
    onChange({ processText: text, chosenProcess: listed ?? null })
  }
  function choose(process: ListedProcess): void {
    if (process.obstacle !== null) return
    setEnded(null)
    const { processText } = draft
    onChange({ chosenProcess: process, processText: isNumber(processText) ? String(process.id) : processText })
  }

  const shown = list === null ? [] : inOrder(list.processes.filter(matching(draft.processText)), order)
  const { chosenProcess } = draft
  return (
    <Field label="Process">
      {(id) => (
        <>
          <RefusableInput id={id} field="process" autoFocus value={draft.processText} placeholder="process number, or part of its command line" onChange={type}>
            <select aria-label="Order of the processes" value={order} onChange={(event) => setOrder(event.target.value as typeof order)}>
              <option value="busiest">busiest first</option>
              <option value="newest">newest first</option>
            </select>
            <button type="button" className="action" onClick={() => setAsked(asked + 1)}>
              Refresh
            </button>
          </RefusableInput>
          {failure === null ? null : <Failure text={failure} />}
          {ended === null ? null : <div role="status">Process {ended} has ended. Choose another one.</div>}
          <div className="process-list" role="radiogroup" aria-label="Processes">
            {shown.map((process) => (
              <label key={process.id} className={process.obstacle === null ? 'process' : 'process dim'} title={explanation(process)}>
                <input
                  type="radio"
                  name="launch-process"
                  aria-label={`${process.id} ${quoteArguments(process.command)}, ${durationText(process.cpuTime)} of CPU time, since ${startText(process.startedAt)}`}
                  aria-disabled={process.obstacle !== null}
                  aria-description={process.obstacle === null ? undefined : obstacleText(process.obstacle)}
                  checked={chosenProcess !== null && isSame(process, chosenProcess)}
                  onChange={() => choose(process)}
                />
                <span className="process-figure">{process.id}</span>
                <span className="process-figure dim">{durationText(process.cpuTime)} CPU</span>
                <span className="process-figure dim">since {startText(process.startedAt)}</span>
                <code className="process-command">{quoteArguments(process.command)}</code>
                {process.obstacle === null ? null : <span className="process-obstacle">{process.obstacle.reason}</span>}
              </label>
            ))}
          </div>
          {list === null && failure === null && canLaunch ? <Waiting inline>Reading the processes…</Waiting> : null}
          <div className="dim" role="status">
            {list === null ? '' : listed(list, shown.length, draft)}
          </div>
        </>
      )}
    </Field>
  )
}

function explanation({ command, workingDirectory, obstacle }: ListedProcess): string {
  const lines = [quoteArguments(command), ...(workingDirectory === '' ? [] : [`in ${workingDirectory}`])]
  return [...lines, ...(obstacle === null ? [] : [obstacleText(obstacle)])].join('\n')
}

function obstacleText({ reason, remedy }: AttachObstacle): string {
  return `Cannot be recorded: ${reason}. ${remedy}`
}

const isNumber = (text: string): boolean => /^\s*\d+\s*$/.test(text)

function isSame(process: ListedProcess, other: Pick<ListedProcess, 'id' | 'startTime'>): boolean {
  return process.id === other.id && process.startTime === other.startTime
}

function matching(text: string): (process: ListedProcess) => boolean {
  const sought = text.trim().toLowerCase()
  if (isNumber(text)) return ({ id, command }) => String(id).startsWith(sought) || command.join(' ').includes(sought)
  return ({ command }) => command.join(' ').toLowerCase().includes(sought)
}

function inOrder(processes: ListedProcess[], order: 'busiest' | 'newest'): ListedProcess[] {
  if (order === 'busiest') return processes
  const rank = ({ obstacle }: ListedProcess): number => (obstacle === null ? 0 : 1)
  return processes.toSorted((a, b) => rank(a) - rank(b) || b.startedAt - a.startedAt || b.id - a.id)
}

function startText(startedAt: number): string {
  const start = new Date(startedAt)
  const today = start.toDateString() === new Date().toDateString()
  return start.toLocaleString(undefined, today ? { hour: '2-digit', minute: '2-digit' } : { month: 'short', day: 'numeric' })
}

function listed({ leftOut }: ProcessList, shown: number, draft: LaunchDraft): string {
  const none = shown > 0 ? '' : processOf(draft) === null ? 'No process matches. ' : 'No process has this number. '
  const more = leftOut === 0 ? '' : `${counted(leftOut, 'process', 'processes')} left out.`
  return `${none}${more}`
}

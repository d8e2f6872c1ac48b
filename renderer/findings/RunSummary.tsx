import type { CSSProperties } from 'react'
import { useStore } from 'zustand'
import { hardwareTexts, machineText } from '../../shared/machine.ts'
import { missingLinesText } from '../../shared/findings/wording/missing_lines_words.ts'
import { exitText } from '../output/exit_text.ts'
import { fittingNames } from '../../shared/names/fitting_names.ts'
import type { HotFunction } from '../../shared/rpc/functions.ts'
import { qualityOf } from '../../shared/quality.ts'
import { outcomeOf } from '../../shared/outcome.ts'
import { COST_NAMES } from '../../shared/names/cost_names.ts'
import type { ProfileSummary } from '../../shared/rpc/contract.ts'
import { report } from '../application/application.ts'
import { useApplication, usePreference, useProfile } from '../application/context.ts'
import { chooseFlame, recordedTools, showTool, showView } from '../application/profiles.ts'
import { useAnswer } from '../application/use_answer.ts'
import { Percent } from '../components/Figures.tsx'
import { baseName } from '../format/paths.ts'
import { countedText, countText, durationText, percentText } from '../format/quantities.ts'
import { isNeutral, toolWords } from '../tools/tools.ts'
import { threadNames } from '../threads/thread_names.ts'
import { significant } from '../../shared/significant.ts'

const mostFunctions = 5
const mostLetters = 36
/** Threads that ran for less of the CPU time of the longest one are not part of the balance. */
const leastOfLongest = 0.01

/** The run at a glance: the program, its machine, how well it was measured, and where its time went. */
export function RunSummary({ summary }: { summary: ProfileSummary }) {
  const application = useApplication()
  const isOpen = usePreference((preferences) => preferences.summaryShown)
  const { answer } = useStore(useProfile((profile) => profile.findings).state)
  const without = answer?.withoutLines
  return (
    <>
      {without === undefined ? null : <p className="findings-few">{missingLinesText(without)}</p>}
      <details className="run-summary" open={isOpen} onToggle={(event) => application.preferences.setState({ summaryShown: event.currentTarget.open })}>
        <summary>Summary of the run</summary>
        {isOpen ? (
          <div className="run-summary-parts">
            <RunFacts summary={summary} />
            <HotFunctions summary={summary} />
            <ToolFacts summary={summary} />
          </div>
        ) : null}
      </details>
    </>
  )
}

type Fact = [name: string, text: string, title?: string]

function RunFacts({ summary }: { summary: ProfileSummary }) {
  const { run, threads } = summary
  const waits = threads.some(({ waitingShare = 0 }) => (waitingShare ?? 0) > 0)
  // Those of mpirun itself have no rank.
  const ranked = threads.some(({ rank }) => rank !== null) ? threads.filter(({ rank }) => rank !== null) : threads
  // Message passing libraries have threads of their own that sleep.
  const longest = ranked.reduce((largest, { cpuSeconds }) => Math.max(largest, cpuSeconds), 0)
  const working = ranked.filter(({ cpuSeconds }) => cpuSeconds >= leastOfLongest * longest)
  const idle = ranked.length - working.length
  const times = working.map(({ cpuSeconds, waitingShare }) => cpuSeconds * (1 - (waitingShare ?? 0)))
  const mean = times.reduce((sum, time) => sum + time, 0) / Math.max(1, times.length)
  const most = times.reduce((largest, time) => Math.max(largest, time), 0)
  const busiest = threadNames(threads)[threads.indexOf(working[times.indexOf(most)]!)]
  const work = waits ? ' of work' : ''
  const several = [
    run.ranks !== undefined && run.ranks.length > 0 ? countedText(run.ranks.length, 'rank') : '',
    run.processes === 1 ? '' : `${countText(run.processes)} processes`,
    countedText(run.threads, 'thread'),
  ]
  const facts: Fact[] = [
    ['command', [baseName(run.command[0] ?? ''), ...run.command.slice(1)].join(' '), `${run.command.join(' ')}\nin ${run.workingDirectory}`],
    ['machine', machineText(run, true), hardwareTexts(run).join('\n')],
    ['recorded', `${new Date(run.startedAt).toLocaleString()}, ${run.engine} engine`, run.engineReason],
    ['time', `${durationText(run.duration)} elapsed, ${durationText(run.targetCpuSeconds)} of CPU time`],
    ['threads', several.filter((text) => text !== '').join(', ')],
    ...(ranked.length < 2 || mean === 0
      ? []
      : [
          [
            'balance',
            `busiest thread ${durationText(most)}${work}, ${significant(most / mean, 2)} × the mean${idle === 0 ? '' : `; ${countedText(idle, 'other thread')} hardly ran`}`,
            `${busiest}; mean ${durationText(mean)} of CPU time${waits ? ', without waiting for other threads' : ''}`,
          ] satisfies Fact,
        ]),
    ['ended', exitText(run.exit)],
  ]
  return (
    <section aria-label="What ran">
      <table className="figures">
        <tbody>
          {facts.map(([name, text, title]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td title={title}>{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function HotFunctions({ summary }: { summary: ProfileSummary }) {
  const application = useApplication()
  const { profile, runCost } = summary
  const answer = useAnswer(String(profile), async (signal) => ({
    profile,
    functions: await application.client.call('functions.hot', { profile, count: mostFunctions }, { signal }),
  }))
  if (runCost === null || answer.state !== 'here' || answer.value.profile !== profile || answer.value.functions.length === 0) return null
  const { title, whole } = COST_NAMES[runCost.measure]
  async function show(name: string): Promise<void> {
    chooseFlame(application, { mode: 'calls', around: name })
    await showView(application, 'flame')
  }
  const names = fittingNames(
    answer.value.functions.map(({ name }) => name),
    mostLetters,
  )
  const share = ({ cost }: HotFunction): number => (runCost === null || runCost.amount === 0 ? 0 : (cost ?? 0) / runCost.amount)
  return (
    <section aria-label="Hot functions">
      <table className="figures">
        <thead>
          <tr>
            <th scope="col">hot functions</th>
            <th scope="col" className="end" tabIndex={0} title={`Share of ${whole} in the function's own code`}>
              {title}
            </th>
          </tr>
        </thead>
        <tbody>
          {answer.value.functions.map((each, at) => (
            <tr key={at}>
              <td className="run-summary-name">
                <button
                  type="button"
                  className="plain"
                  title={`${each.name}\nShow who calls it and what it calls`}
                  onClick={() => void show(each.name).catch((error) => report(application, error))}
                >
                  {names[at]}
                </button>
              </td>
              <td className="end run-summary-bar" style={{ '--share': `${100 * share(each)}%` } as CSSProperties}>
                {percentText(share(each))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function ToolFacts({ summary }: { summary: ProfileSummary }) {
  const application = useApplication()
  const tool = useProfile((profile) => profile.tool)
  return (
    <section aria-label="Tools of the run">
      <table className="figures">
        <thead>
          <tr>
            <th scope="col">measured</th>
            <th scope="col" className="end" tabIndex={0} title="Share of the accesses of its kind that are wasted">
              waste
            </th>
            <th scope="col">quality</th>
          </tr>
        </thead>
        <tbody>
          {recordedTools(summary)
            .filter((each) => each !== 'values')
            .map((each) => {
              const totals = summary.totals[each]
              const { level, reasons } = qualityOf(summary, each)
              return (
                <tr key={each}>
                  <td>
                    <button
                      type="button"
                      className="plain"
                      aria-pressed={each === tool}
                      title={toolWords[each].finds}
                      onClick={() => void showTool(application, each).catch((error) => report(application, error))}
                    >
                      {toolWords[each].name}
                    </button>
                  </td>
                  <td className="end">
                    {totals === undefined || isNeutral(each) || outcomeOf(summary, each).kind === 'not-measured' ? (
                      '–'
                    ) : (
                      <Percent share={totals.fraction} interval={totals.ci95} />
                    )}
                  </td>
                  <td title={reasons.join('\n')}>{level}</td>
                </tr>
              )
            })}
        </tbody>
      </table>
    </section>
  )
}

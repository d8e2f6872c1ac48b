import { outcomeOf, outcomeWords } from '../../shared/outcome.ts'
import { hardwareTexts, machineName } from '../../shared/machine.ts'
import { rateText } from '../../shared/names/rate_text.ts'
import { useRef, type ReactNode } from 'react'
import type { ProfileSummary } from '../../shared/rpc/contract.ts'
import type { Tool } from '../../shared/run.ts'
import { useApplication } from '../application/context.ts'
import { Amount, Percent } from '../components/Figures.tsx'
import { useViewKeys } from '../focus/view_focus.ts'
import { countedText, countText, durationText, percentText, quantityText } from '../format/quantities.ts'
import { recordedTools } from '../application/profiles.ts'
import { comparesValues, toolWords } from '../tools/tools.ts'
import { exitText } from '../output/exit_text.ts'
import { RegistersTable } from './RegistersTable.tsx'
import { ExportMenu } from '../components/ExportMenu.tsx'
import { ToolTotals } from './ToolTotals.tsx'

/** How the run was measured and where every sample went. */
export function StatisticsView({ summary, exported = true }: { summary: ProfileSummary; exported?: boolean }) {
  const application = useApplication()
  const page = useRef<HTMLDivElement>(null)
  useViewKeys(page)
  const { run, stats } = summary
  const counted = run.engine === 'exhaustive'
  const dropped = Object.entries(stats.dropped)
    .filter(([, count]) => count > 0)
    .sort((a, b) => b[1] - a[1])
  const [used, unused] = [stats.counters.filter(({ value }) => value !== 0), stats.counters.filter(({ value }) => value === 0)]
  return (
    <div ref={page} className="table-view selectable" tabIndex={0} data-keys>
      <h2>
        {counted ? 'Accesses' : 'Samples'}{' '}
        {exported ? <ExportMenu what="the statistics" choices={[{ title: 'Save as CSV', run: () => application.runCommand('export.statistics') }]} /> : null}
      </h2>
      <Figures rows={counted ? countedRows(summary) : sampledRows(summary)} />
      <h2>Tools</h2>
      {recordedTools(summary)
        .filter((tool) => tool !== 'values')
        .map((tool) => (
          <ToolFigures key={tool} summary={summary} tool={tool} />
        ))}
      <h2>{counted ? 'Left out, by cause' : 'Lost samples by cause'}</h2>
      {dropped.length === 0 ? (
        <p className="dim">{counted ? 'Nothing was left out.' : 'None was lost.'}</p>
      ) : (
        <Figures rows={dropped.map(([cause, count]) => [cause.replaceAll('_', ' '), countText(count), describe(summary, cause)])} />
      )}
      {run.registers === undefined ? null : <RegistersTable redundancy={run.registers} />}
      <h2>Run</h2>
      <Figures
        rows={[
          ['engine', `${run.engine}${run.transport === null ? '' : `, ${run.transport}`}`, run.engineReason],
          ...(counted ? [] : [periodRow(summary)]),
          ['wall clock', durationText(run.duration), `started ${new Date(run.startedAt).toLocaleString()}`],
          ['machine', machineName(run), hardwareTexts(run).join(', ')],
          [
            'CPU time',
            durationText(run.targetCpuSeconds),
            `${countText(run.processes)} ${run.processes === 1 ? 'process' : 'processes'}, ${countText(run.threads)} ${run.threads === 1 ? 'thread' : 'threads'}`,
          ],
          ...(counted ? [] : [registersRow(summary)]),
          ['ended', exitText(run.exit), summary.partial ?? ''],
          ...measuredRows(summary),
          ['seed', run.seed, 'Seed of the random choices in this run'],
          ['Hagstone', run.hagstoneVersion, summary.path],
        ]}
      />
      <h2>All counters</h2>
      <Figures rows={used.map(({ name, value, description }) => [name.replaceAll('_', ' '), countText(value), description])} />
      {/* Dozens of them: every way to lose a sample has one, and those of the other engines are here too. */}
      {unused.length === 0 ? null : (
        <details>
          <summary className="dim">{countedText(unused.length, 'more counter')} at 0</summary>
          <Figures rows={unused.map(({ name, value, description }) => [name.replaceAll('_', ' '), countText(value), description])} />
        </details>
      )}
    </div>
  )
}

function ToolFigures({ summary, tool }: { summary: ProfileSummary; tool: Tool }) {
  const totals = summary.totals[tool]
  const outcome = outcomeOf(summary, tool)
  return (
    <div className="tool-figures">
      <strong>{toolWords[tool].title}</strong>
      {totals === undefined || outcome.kind === 'not-measured' ? (
        <span className="dim">{outcomeWords(outcome)}</span>
      ) : (
        <ToolTotals tool={tool} totals={totals} stats={summary.stats} run={summary.run} />
      )}
    </div>
  )
}

type Row = [name: string, figure: ReactNode, description: string]

function sampledRows({ stats }: ProfileSummary): Row[] {
  return [
    ['samples taken', countText(stats.samples), 'Accesses chosen by the sampling clock'],
    ['watchpoints armed', countText(stats.armed), 'Samples watched with a debug register'],
    ['traps', countText(stats.traps), 'Watchpoints that fired at the next access to the watched bytes'],
    ['replaced', countText(stats.replaced), 'Watchpoints taken over by a newer sample'],
    ['unresolved', countText(stats.censored), 'Samples whose watchpoint never fired: it was replaced, or the run ended first'],
    ['longest unwatched stretch', countText(stats.blindSpot.longest), 'Most samples in a row without a free debug register'],
    ['unwatched', <Percent key="share" share={stats.blindSpot.share} of="the samples" />, 'Share of samples in unwatched stretches longer than one'],
    ['time in handlers', <Amount key="time" value={stats.handlerTime} unit="ns" />, "CPU time in Hagstone's signal handlers"],
    [
      'overhead in handlers',
      <Percent key="overhead" share={stats.handlerShare} of="the program's CPU time" />,
      "The same as a share of the program's CPU time",
    ],
  ]
}

/** The exhaustive engine's counts of the program. */
function countedRows({ stats, run }: ProfileSummary): Row[] {
  const rows = stats.counters
    .filter(({ name, value }) => value > 0 && ['loads', 'stores', 'instructions', 'windows'].includes(name))
    .map(({ name, value, description }): Row => [name, countText(value), description])
  return run.windows === undefined
    ? rows
    : [
        ...rows,
        [
          'measured in bursts',
          <Percent key="covered" share={run.windows.covered} of="the executed instructions" />,
          `Share of the instructions: ${countText(run.windows.on)} measured, ${countText(run.windows.off)} passed over, and so on; nothing carries over between bursts`,
        ],
      ]
}

function periodRow({ run }: ProfileSummary): Row {
  return run.driver === 'cpu-time'
    ? ['period', quantityText(run.meanPeriod ?? run.period, 'ns'), `CPU time between samples: ${rateText(run)}`]
    : ['period', countText(run.period), 'Accesses between samples']
}

function registersRow({ run }: ProfileSummary): Row {
  return ['watch registers', String(run.watchRegisters), `reservoir: ${run.reservoir}; attribution: ${run.attribution}`]
}

function describe(summary: ProfileSummary, cause: string): string {
  return summary.stats.counters.find(({ name }) => name === `dropped_${cause}` || name === cause)?.description ?? ''
}

/** How values and distances were measured, where a tool of the run did. */
function measuredRows({ run }: ProfileSummary): Row[] {
  const rows: Row[] = []
  if (run.tools.some(comparesValues) && run.tolerance !== undefined)
    rows.push(['tolerance', percentText(run.tolerance), 'Largest relative difference of floating-point values that count as the same'])
  if (run.tools.includes('reuse-distance') && run.granularity !== undefined) {
    rows.push(['granularity', run.granularity, `Of reuse distances, measured in ${run.distanceUnit === 'cpu-time' ? 'CPU time' : 'accesses'}`])
  }
  if (run.events !== undefined && run.events.length > 0) rows.push(['events', run.events.join(', '), 'Hardware events that sampled'])
  if (run.ranks !== undefined && run.ranks.length > 0) rows.push(['ranks', countText(run.ranks.length), run.ranks.join(', ')])
  if (run.stoppedBy != null) rows.push(['stopped by', run.stoppedBy, 'The reason that recording ended before the program'])
  return rows
}

function Figures({ rows }: { rows: Row[] }) {
  return (
    <table className="figures">
      <tbody>
        {rows.map(([name, figure, description]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td className="end">{figure}</td>
            <td className="description">{description}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

import { useEffect } from 'react'
import { machineName } from '../../shared/machine.ts'
import type { ComparedPair, ComparedProfile, ComparedTotals } from '../../shared/comparison.ts'
import type { ComparedNumber, ComparedRatio } from '../../shared/compare/compared_number.ts'
import type { Tool, Unit } from '../../shared/run.ts'
import type { Better } from '../comparison/change_text.ts'
import { AmountChange, Relative, ShareChange } from '../comparison/ChangeFigures.tsx'
import { significanceWords } from '../comparison/change_text.ts'
import { Amount, Percent } from '../components/Figures.tsx'
import { countedText, countText, durationText } from '../format/quantities.ts'
import { OfPart } from '../tools/OfPart.tsx'
import { isNeutral, toolWords } from '../tools/tools.ts'
import type { PrintedComparison } from './printed.ts'
import './print.css'

/** Two runs on paper: both runs, the figures of each tool in both, and the pairs that differ most. */
export function PrintedComparisonPage({
  comparison: { summary, tool, normalisation, pairs, pairCount },
  onDrawn,
}: {
  comparison: PrintedComparison
  onDrawn(): void
}) {
  useEffect(onDrawn, [onDrawn])
  const { unit, notes, tools } = summary
  const totals = summary.totals[normalisation] ?? {}
  const neutral = isNeutral(tool)
  const shown = totals[tool]
  return (
    <article className="printed" aria-label="Printed comparison">
      <h1>{summary.new.run.command.join(' ')}, old and new</h1>
      <Run name="Old" run={summary.old} />
      <Run name="New" run={summary.new} />
      {normalisation === 'run' ? null : <p>Amounts of the new run are normalised by {normalisation === 'time' ? 'CPU time' : 'accesses'}.</p>}
      <table className="printed-table">
        <thead>
          <tr>
            <th>looked for</th>
            <th className="figure">old</th>
            <th className="figure">new</th>
            <th className="figure">Δ</th>
            <th className="figure">waste old</th>
            <th className="figure">waste new</th>
            <th className="figure">Δ</th>
            <th className="figure">Δ %</th>
            <th>how sure</th>
          </tr>
        </thead>
        <tbody>
          {tools.map((each) => (
            <ToolRow key={each} tool={each} totals={totals[each]} unit={unit} />
          ))}
        </tbody>
      </table>
      {notes.length === 0 ? null : (
        <ul>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      <h2>
        {pairs.length < pairCount ? `The first ${pairs.length} of ${countedText(pairCount, 'pair')}` : countedText(pairCount, 'pair')} of {toolWords[tool].name}
        , as filtered and sorted in the window
      </h2>
      {shown === undefined ? null : (
        <p>{(['new', 'gone', 'changed', 'unchanged', 'moved'] as const).map((status) => `${countText(shown.pairs[status])} ${status}`).join(', ')}</p>
      )}
      <table className="printed-table">
        <thead>
          <tr>
            <th>status</th>
            <th>earlier access</th>
            <th>relation</th>
            <th>later access</th>
            <th className="figure">{neutral ? 'reused' : 'waste'} old</th>
            <th className="figure">new</th>
            <th className="figure">Δ</th>
            <th className="figure">Δ %</th>
            <th>how sure</th>
          </tr>
        </thead>
        <tbody>
          {pairs.map((pair) => (
            <PairRow key={pair.pair} pair={pair} neutral={neutral} unit={unit} />
          ))}
        </tbody>
      </table>
    </article>
  )
}

function Run({ name, run: { path, run } }: { name: string; run: ComparedProfile }) {
  return (
    <p>
      <strong>{name}:</strong> {run.command.join(' ')} on {machineName(run)}, {new Date(run.startedAt).toLocaleString()}; {durationText(run.duration)} under{' '}
      {run.engine}; {path}
    </p>
  )
}

function ToolRow({ tool, totals, unit }: { tool: Tool; totals: ComparedTotals | undefined; unit: Unit }) {
  if (totals === undefined)
    return (
      <tr>
        <td>{toolWords[tool].name}</td>
        <td colSpan={8}>nothing was seen</td>
      </tr>
    )
  const amount = isNeutral(tool) ? totals.reused : totals.waste
  const better: Better = isNeutral(tool) ? 'neither' : 'less'
  return (
    <tr>
      <td>{toolWords[tool].name}</td>
      <td className="figure">
        <OfPart part={totals.measured?.old}>
          <Percent share={totals.fraction.old} interval={totals.fractionIntervals.old} />
        </OfPart>
      </td>
      <td className="figure">
        <OfPart part={totals.measured?.new}>
          <Percent share={totals.fraction.new} interval={totals.fractionIntervals.new} />
        </OfPart>
      </td>
      <td className="figure">
        <ShareChange value={totals.fraction} />
      </td>
      <AmountCells amount={amount} unit={unit} better={better} />
    </tr>
  )
}

function PairRow({ pair, neutral, unit }: { pair: ComparedPair; neutral: boolean; unit: Unit }) {
  const amount = neutral ? pair.reused : pair.waste
  const better: Better = neutral ? 'neither' : 'less'
  return (
    <tr>
      <td>
        {pair.status}
        {pair.moved === null ? '' : ', moved'}
      </td>
      <td>{pair.source.text}</td>
      <td>{pair.relation}</td>
      <td>{pair.target.text}</td>
      <AmountCells amount={amount} unit={unit} better={better} />
    </tr>
  )
}

function AmountCells({ amount, unit, better }: { amount: ComparedNumber; unit: Unit; better: Better }) {
  return (
    <>
      <td className="figure">
        <Amount value={amount.old} unit={unit} />
      </td>
      <td className="figure">
        <Amount value={amount.new} unit={unit} />
      </td>
      <td className="figure">
        <AmountChange value={amount} unit={unit} better={better} />
      </td>
      <td className="figure">
        <Relative value={amount} better={better} />
      </td>
      <td>{sureness(amount)}</td>
    </>
  )
}

/** On paper, signs have no tooltips that explain them. */
function sureness({ significance }: Pick<ComparedRatio, 'significance'>): string {
  return significanceWords(significance, null)
}

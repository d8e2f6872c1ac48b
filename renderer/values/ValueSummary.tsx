import type { ReactNode } from 'react'
import { useState } from 'react'
import { useProfile } from '../application/context.ts'
import type { Invariances, ValueKind, ValuesSummary } from '../../shared/values.ts'
import { countText, percentText, percentTick } from '../format/quantities.ts'
import { ComparisonTable } from './ComparisonTable.tsx'
import { DistributionChart } from './DistributionChart.tsx'
import { EstimateTable } from './EstimateTable.tsx'
import { allInvariances, classWords, invarianceWords, kindWords } from './words.ts'

/** Everything about the values of a run but its tables: how invariant which kinds and types are, and how they were profiled. */
export function ValueSummary({
  summary: { kinds, types, distributions, parameters, convergence, convergentAgainstFull, estimate },
  fileName,
}: {
  summary: ValuesSummary
  fileName: string
}) {
  const values = useProfile((profile) => profile.values)
  const [kind, setKind] = useState<ValueKind | null>(values.summaryKind)
  const distribution = distributions.find((each) => each.kind === kind) ?? distributions[0]
  return (
    <>
      {distribution === undefined ? null : (
        <>
          <div className="row">
            <select
              aria-label="Distribution of"
              value={distribution.kind}
              onChange={(event) => setKind((values.summaryKind = event.target.value as ValueKind))}
            >
              {distributions.map((each) => (
                <option key={each.kind} value={each.kind}>
                  {kindWords[each.kind].title}
                </option>
              ))}
            </select>
          </div>
          <DistributionChart distribution={distribution} fileName={fileName} />
        </>
      )}
      <InvarianceTable
        label="By kind"
        first="kind"
        rows={kinds.map((each) => ({
          name: kindWords[each.kind].title,
          cells: [countText(each.sites), countText(each.executions)],
          invariances: each,
          last: percentText(each.differenceMrvInv),
        }))}
        columns={['tables', 'executions']}
        last="difference"
        lastTitle="Mean distance between “top value” and “same as last time”: |MRV-1 − Inv-1|"
      />
      <InvarianceTable
        label="By type of instruction"
        first="type"
        rows={types.map((each) => ({
          name: classWords[each.instructionClass],
          cells: [countText(each.sites), percentText(each.executedShare)],
          invariances: each,
        }))}
        columns={['tables', '% of executed']}
      />
      {parameters === null ? null : (
        <Facts label="Parameters">
          <tr>
            <th scope="row">calls</th>
            <td className="end">{countText(parameters.calls)}</td>
            <td className="description">{percentText(parameters.callShare)} of all instructions executed</td>
          </tr>
          {parameters.above.map(({ threshold, share }) => (
            <tr key={threshold}>
              <th scope="row">above {percentTick(threshold)}</th>
              <td className="end">{percentText(share)}</td>
              <td className="description">of the calls have a parameter whose top value has such a share</td>
            </tr>
          ))}
        </Facts>
      )}
      {convergence === null ? null : (
        <Facts label="Convergent profiling">
          <tr>
            <th scope="row">profiled</th>
            <td className="end">{percentText(convergence.profiled)}</td>
            <td className="description">of the executions</td>
          </tr>
          {(['converged', 'increasing', 'decreasing'] as const).map((name) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td className="end">{percentText(convergence[name])}</td>
              <td className="description">of {countText(convergence.tests)} tests</td>
            </tr>
          ))}
          <tr>
            <th scope="row">back-off</th>
            <td className="end">{percentText(convergence.backOff)}</td>
            <td className="description">of what was profiled came after it was turned on again</td>
          </tr>
        </Facts>
      )}
      {convergentAgainstFull.length === 0 ? null : (
        <ComparisonTable
          label="The full profile of the same run against the convergent one"
          names={['full', 'convergent']}
          comparisons={convergentAgainstFull}
        />
      )}
      {estimate === null ? null : <EstimateTable estimate={estimate} />}
    </>
  )
}

interface InvarianceRow {
  name: string
  cells: string[]
  invariances: Invariances
  last?: string
}

function InvarianceTable({
  label,
  first,
  columns,
  rows,
  last,
  lastTitle,
}: {
  label: string
  first: string
  columns: string[]
  rows: InvarianceRow[]
  last?: string
  lastTitle?: string
}) {
  return (
    <>
      <h2>{label}</h2>
      <table className="figures selectable" aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{first}</th>
            {columns.map((title) => (
              <th key={title} scope="col" className="end">
                {title}
              </th>
            ))}
            {allInvariances.map((name) => (
              <th key={name} scope="col" className="end" tabIndex={0} title={invarianceWords[name].description}>
                {invarianceWords[name].title}
              </th>
            ))}
            {last === undefined ? null : (
              <th scope="col" className="end" tabIndex={0} title={lastTitle}>
                {last}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.name}>
              <th scope="row">{row.name}</th>
              {row.cells.map((cell, index) => (
                <td key={columns[index]} className="end">
                  {cell}
                </td>
              ))}
              {allInvariances.map((name) => (
                <td key={name} className="end">
                  {percentText(row.invariances[name])}
                </td>
              ))}
              {row.last === undefined ? null : <td className="end">{row.last}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

function Facts({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <h2>{label}</h2>
      <table className="figures selectable" aria-label={label}>
        <tbody>{children}</tbody>
      </table>
    </>
  )
}

import { useEffect } from 'react'
import { measuredPart } from '../../shared/outcome.ts'
import { LEFT_OUT_OF_FINDINGS } from '../../shared/findings/finding.ts'
import type { Frame } from '../../shared/profile/frame.ts'
import type { PairRow } from '../../shared/rpc/pairs.ts'
import { Amount, Percent } from '../components/Figures.tsx'
import { baseName, placeText } from '../format/paths.ts'
import { countedText, countText, durationText, percentText } from '../format/quantities.ts'
import { recordedTools } from '../application/profiles.ts'
import { evidenceBasis, evidenceWords, shareEvidence, type EvidenceBasis } from '../tools/evidence.ts'
import { relationWords } from '../tools/relations.ts'
import { OfPart } from '../tools/OfPart.tsx'
import { isNeutral, toolWords } from '../tools/tools.ts'
import { PrintedFindings } from './PrintedFindings.tsx'
import type { PrintedPair, PrintedRun, PrintedSide } from './printed.ts'
import './print.css'

/** A profile on paper: the run, the figures of each tool, the findings, the pairs, and of the heaviest both contexts with their lines. */
export function PrintPage({ run, onDrawn }: { run: PrintedRun; onDrawn(): void }) {
  useEffect(onDrawn, [onDrawn])
  const { summary, tool, findings, findingCount, findingNotes, pairs, pairCount, details } = run
  const { command, workingDirectory, engine, engineReason, duration, host, startedAt } = summary.run
  return (
    <article className="printed" aria-label="Printed profile">
      <h1>{command.join(' ')}</h1>
      <p>
        in {workingDirectory} on {host}, {new Date(startedAt).toLocaleString()}; {durationText(duration)} under {engine}: {engineReason}
      </p>
      {summary.partial === null ? null : <p>Partial: {summary.partial}</p>}
      <table className="printed-table">
        <thead>
          <tr>
            <th>looked for</th>
            <th className="figure">waste</th>
            <th className="figure">of what was looked at</th>
            <th>behind it</th>
          </tr>
        </thead>
        <tbody>
          {recordedTools(summary).map((recorded) => {
            const totals = summary.totals[recorded]
            return (
              <tr key={recorded}>
                <td>{toolWords[recorded].name}</td>
                <td className="figure">{totals === undefined || isNeutral(recorded) ? '–' : <Amount value={totals.waste} unit={summary.run.unit} />}</td>
                <td className="figure">
                  {totals === undefined ? (
                    '–'
                  ) : (
                    <OfPart part={measuredPart(summary, recorded)}>
                      <Percent share={totals.fraction} interval={totals.ci95} exact={totals.exact === true} />
                    </OfPart>
                  )}
                </td>
                <td>
                  {recorded === 'values'
                    ? 'tables, which are not printed'
                    : totals === undefined
                      ? 'nothing was seen'
                      : countedText(totals.traps, evidenceWords(summary.run).one)}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {summary.notes.length === 0 ? null : (
        <ul>
          {summary.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      <PrintedFindings findings={findings} count={findingCount} notes={findingNotes} />
      <h2>
        {pairs.length < pairCount ? `The ${countText(pairs.length)} largest of ${countText(pairCount)} pairs` : countedText(pairCount, 'pair')} of{' '}
        {toolWords[tool].name}
      </h2>
      <table className="printed-table">
        <thead>
          <tr>
            <th className="figure">of all waste</th>
            <th className="figure">of all</th>
            <th className="figure">{evidenceWords(summary.run).title}</th>
            <th>earlier access</th>
            <th>relation</th>
            <th>later access</th>
          </tr>
        </thead>
        <tbody>
          {pairs.map((row) => (
            <Row key={row.pair} row={row} />
          ))}
        </tbody>
      </table>
      {details.map((pair) => (
        <Pair key={pair.row.pair} pair={pair} basis={evidenceBasis(summary.run, summary.totals[pair.row.tool])} />
      ))}
    </article>
  )
}

function Row({ row }: { row: PairRow }) {
  return (
    <tr>
      <td className="figure">{percentText(row.shareOfWaste)}</td>
      <td className="figure">
        <Percent share={row.shareOfTotal} interval={row.ci95} exact={row.exact === true} />
        {row.fewSamples ? ' few samples' : ''}
      </td>
      <td className="figure">{countText(row.traps)}</td>
      <td>{row.source}</td>
      <td>{row.relation}</td>
      <td>{row.target}</td>
    </tr>
  )
}

function Pair({ pair: { row, advice, finding, sides }, basis }: { pair: PrintedPair; basis: EvidenceBasis }) {
  const words = relationWords(row.tool, row.relation)
  return (
    <section className="printed-pair">
      <h3>
        {row.shareOfWaste === null ? `${percentText(row.shareOfTotal)} of all` : `${percentText(row.shareOfWaste)} of all waste`}: {row.source} {row.relation}{' '}
        {row.target}
      </h3>
      <p>{row.shareOfWaste === null ? shareEvidence(basis, row.shareOfTotal, row.traps, 'all') : shareEvidence(basis, row.shareOfWaste, row.traps, 'waste')}</p>
      {advice === null ? null : finding === null ? (
        <p>
          Advice: <strong>{advice.title}</strong> ({advice.sureness}). {advice.cause} {advice.remedy}
        </p>
      ) : finding.kind === 'left-out' ? (
        <p>
          {LEFT_OUT_OF_FINDINGS} {finding.text}.
        </p>
      ) : (
        <p>
          Finding {finding.rank}: <strong>{finding.finding.title}</strong> ({finding.finding.sureness}). {finding.finding.cause} {finding.finding.remedy}
        </p>
      )}
      {row.note === undefined ? null : <p>{[row.note.status, row.note.text].filter(Boolean).join(': ')}</p>}
      <div className="printed-sides">
        <Side title={words.source} side={sides.source} />
        <Side title={words.target} side={sides.target} />
      </div>
    </section>
  )
}

function Side({ title, side: { frames, lines } }: { title: string; side: PrintedSide }) {
  return (
    <div className="printed-side">
      <strong>{title}</strong>
      <p>{frames.map(frameText).join(' ▸ ')}</p>
      {lines.length === 0 ? null : (
        <pre>
          {lines.map(({ number, text, lit }) => (
            <span key={number} className={lit ? 'printed-lit' : undefined}>{`${lit ? '▸' : ' '}${String(number).padStart(5)} ${text}\n`}</span>
          ))}
        </pre>
      )}
    </div>
  )
}

function frameText({ function: name, file, line, module, address }: Frame): string {
  return `${name ?? `${baseName(module)} ${address}`} ${placeText(file, line)}`.trim()
}

import { Popover, RadioGroup } from 'radix-ui'
import type { ReactNode } from 'react'
import type { ComparedTotals, Normalisation } from '../../shared/comparison.ts'
import type { ComparedRatio, Side as Version } from '../../shared/compare/compared_number.ts'
import type { Tool, Unit } from '../../shared/run.ts'
import { report } from '../application/application.ts'
import { normalisationsOf, normaliseBy, showComparedTool } from '../application/comparisons.ts'
import { labelOf, useApplication, useAppState } from '../application/context.ts'
import { Amount, Percent } from '../components/Figures.tsx'
import { Switch } from '../components/Switch.tsx'
import { baseName } from '../format/paths.ts'
import { countedText, countText, durationText, fineDurationText } from '../format/quantities.ts'
import { commandName } from '../runs/run_names.ts'
import { evidenceWords } from '../tools/evidence.ts'
import { OfPart } from '../tools/OfPart.tsx'
import { isNeutral, toolWords } from '../tools/tools.ts'
import { AmountChange, Relative, ShareChange } from './ChangeFigures.tsx'
import { counts, pointsText, relativeText, significanceWords, spentText, toneOf } from './change_text.ts'
import { useComparison } from './use_comparison.ts'
import { significant } from '../../shared/significant.ts'

/** Both runs, their costs, and the figures of the chosen tool old, new and their difference. */
export function ComparisonHeader() {
  const application = useApplication()
  const summary = useComparison((open) => open.summary)
  const tool = useComparison((open) => open.tool)
  const normalisation = useComparison((open) => open.normalisation)
  const totals = summary.totals[normalisation]?.[tool]
  const { cost, unit } = summary
  return (
    <section className="comparison-header" aria-label="Both runs">
      <div className="comparison-choices">
        <ToolChoice />
        {summary.spent === null ? null : (
          <span className={toneOf(summary.spent, 'less')} title={significanceWords(summary.spent.significance, null)}>
            {spentText(summary.spent)}
          </span>
        )}
        <span className="toolbar-space" />
        <span className="comparison-per">
          <span className="dim">per</span>
          <NormalisationChoice />
        </span>
        <button type="button" className="plain" title="The old run becomes the new one (x)" onClick={() => application.runCommand('compare.swap')}>
          ⇄ swap
        </button>
        <button
          type="button"
          className="plain"
          title="Close the comparison; both profiles stay as they are"
          onClick={() => application.runCommand('compare.close')}
        >
          ✕ close
        </button>
      </div>
      <table className="comparison-figures selectable" aria-label="Old and new">
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">run</span>
            </th>
            {tool === 'values'
              ? null
              : figureTitles(tool).map(({ title, description }) => (
                  <th key={title} scope="col" className="end" tabIndex={0} title={description}>
                    {title}
                  </th>
                ))}
            <th scope="col" className="end" tabIndex={0} title="From the start of the program to its end">
              run time
            </th>
            <th scope="col" className="end" tabIndex={0} title="Of all threads">
              CPU time
            </th>
            <th scope="col" className="end" tabIndex={0} title="Energy of the whole machine during the run">
              energy
            </th>
          </tr>
        </thead>
        <tbody>
          <VersionRow which="old" tool={tool} totals={totals} unit={unit} />
          <VersionRow which="new" tool={tool} totals={totals} unit={unit} />
          <tr>
            <th scope="row">
              <div className="comparison-run">
                <span className="version-sign">Δ</span>
                <Notes notes={summary.notes} />
              </div>
            </th>
            {tool === 'values' ? null : <ChangeCells tool={tool} totals={totals} unit={unit} />}
            <CostChange value={cost.wallSeconds} text={fineDurationText} />
            <CostChange value={cost.cpuSeconds} text={fineDurationText} />
            <CostChange value={cost.energy} text={energyText} />
          </tr>
        </tbody>
      </table>
    </section>
  )
}

function figureTitles(tool: Tool): Array<{ title: string; description: string }> {
  if (isNeutral(tool))
    return [
      { title: 'reused', description: 'Reused data: neither waste nor use' },
      { title: 'seen', description: 'Number of observed reuses' },
    ]
  return [
    { title: 'fraction', description: 'waste / (waste + use) of the tool; never normalised' },
    { title: 'waste', description: 'Wasted accesses; the new run is normalised as selected' },
    { title: 'use', description: 'Useful accesses; the new run is normalised as selected' },
  ]
}

function VersionRow({ which, tool, totals, unit }: { which: Version; tool: Tool; totals: ComparedTotals | undefined; unit: Unit }) {
  const { path, run } = useComparison((open) => open.summary[which])
  const cost = useComparison((open) => open.summary.cost)
  const label = useAppState((state) => labelOf(state, path))
  return (
    <tr>
      <th scope="row">
        <div className="comparison-run">
          <span className="version-sign">{which}</span>
          {label === undefined ? null : <strong className="run-named">{label}</strong>}
          <code title={`${run.command.join(' ')}\nin ${run.workingDirectory}\n${path}`}>{commandName(run.command.join(' '))}</code>
          <span className="dim comparison-name">{baseName(path)}</span>
          <span className="dim comparison-file">
            {run.engine}, {new Date(run.startedAt).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })}
          </span>
        </div>
      </th>
      {tool === 'values' ? null : isNeutral(tool) ? (
        <>
          <td className="end">{totals === undefined ? '–' : <Amount value={totals.reused[which]} unit={unit} />}</td>
          <td className="end">{totals === undefined ? '–' : countText(totals.traps[which])}</td>
        </>
      ) : (
        <>
          <td className="end">
            {totals === undefined ? (
              '–'
            ) : (
              <OfPart part={totals.measured?.[which]}>
                <Percent
                  share={totals.fraction[which]}
                  interval={totals.fractionIntervals[which]}
                  exact={totals.fraction.significance === 'exact'}
                  evidence={countedText(totals.traps[which], evidenceWords(run).one)}
                />
              </OfPart>
            )}
          </td>
          <td className="end">{totals === undefined ? '–' : <Amount value={totals.waste[which]} unit={unit} />}</td>
          <td className="end">{totals === undefined ? '–' : <Amount value={totals.use[which]} unit={unit} />}</td>
        </>
      )}
      <td className="end">
        <Cost value={cost.wallSeconds[which]} text={durationText} />
      </td>
      <td className="end">
        <Cost value={cost.cpuSeconds[which]} text={durationText} />
      </td>
      <td className="end">
        <Cost value={cost.energy[which]} text={energyText} />
      </td>
    </tr>
  )
}

function ChangeCells({ tool, totals, unit }: { tool: Tool; totals: ComparedTotals | undefined; unit: Unit }) {
  if (totals === undefined)
    return figureTitles(tool).map(({ title }) => (
      <td key={title} className="end dim">
        –
      </td>
    ))
  if (isNeutral(tool))
    return (
      <>
        <td className="end">
          <AmountChange value={totals.reused} unit={unit} better="neither" /> <Relative value={totals.reused} better="neither" />
        </td>
        <td />
      </>
    )
  return (
    <>
      <td className="end">
        <ShareChange value={totals.fraction} />
        <Doubt significance={totals.fraction.significance} />
      </td>
      <td className="end">
        <AmountChange value={totals.waste} unit={unit} />{' '}
        <span className="delta-share">
          <Relative value={totals.waste} />
        </span>
        <Doubt significance={totals.waste.significance} />
      </td>
      <td className="end">
        <AmountChange value={totals.use} unit={unit} better="neither" />{' '}
        <span className="delta-share">
          <Relative value={totals.use} better="neither" />
        </span>
      </td>
    </>
  )
}

/** The sign alone would be too little for the figures that everything is judged by. */
function Doubt({ significance }: Pick<ComparedRatio, 'significance'>) {
  if (counts(significance)) return null
  return (
    <span className="chip" title={significanceWords(significance, null)}>
      {significance === 'noise' ? 'within the noise' : 'noise not known'}
    </span>
  )
}

function energyText(joules: number): string {
  return joules >= 1000 ? `${countText(joules / 1000)} kJ` : `${significant(joules, 3)} J`
}

function Cost({ value, text }: { value: number | null; text(value: number): string }): ReactNode {
  return value === null ? <span className="dim">not recorded</span> : text(value)
}

function CostChange({ value: { old, new: present, change, significance }, text }: { value: ComparedRatio; text(value: number): string }) {
  if (change === null || old === null || present === null) return <td className="end dim">–</td>
  // One run of each is no distribution: the tone stays neutral; measure several runs to know.
  return (
    <td className="end" title="One run each: the variation between runs is unknown">
      {change < 0 ? '−' : change > 0 ? '+' : ''}
      {text(Math.abs(change))}{' '}
      <span className="delta-share dim">{relativeText({ old, new: present, relative: old === 0 ? null : change / old, significance })}</span>
    </td>
  )
}

const normalisations: Record<Normalisation, { title: string; description: string }> = {
  run: { title: 'run', description: 'Amounts as recorded: one complete run compared with the other' },
  accesses: { title: 'access', description: 'As if both runs had made the same number of accesses of the tool' },
  time: { title: 'CPU time', description: 'As if both runs had used the same CPU time' },
}

function NormalisationChoice() {
  const application = useApplication()
  const summary = useComparison((open) => open.summary)
  const tool = useComparison((open) => open.tool)
  const allowed = normalisationsOf(summary, tool)
  const chosen = useComparison((open) => open.normalisation)
  const words = (pick: 'title' | 'description'): Record<Normalisation, string> =>
    Object.fromEntries(allowed.map((each) => [each, normalisations[each][pick]])) as Record<Normalisation, string>
  return (
    <Switch
      label="Normalise by"
      value={chosen}
      options={words('title')}
      titles={words('description')}
      onChange={(next) => void normaliseBy(application, next).catch((error) => report(application, error))}
    />
  )
}

/** The tools that both runs have, with the changes of their fractions. */
function ToolChoice() {
  const application = useApplication()
  const { tools, onlyOld, onlyNew, totals } = useComparison((open) => open.summary)
  const chosen = useComparison((open) => open.tool)
  const missing = [
    ...onlyOld.map((tool) => `${toolWords[tool].name} only in the old run`),
    ...onlyNew.map((tool) => `${toolWords[tool].name} only in the new run`),
  ]
  return (
    <>
      <RadioGroup.Root
        className="tool-switch"
        orientation="horizontal"
        aria-label="Tool"
        value={chosen}
        onValueChange={(next) => showComparedTool(application, next as Tool).catch((error) => report(application, error))}
      >
        {tools.map((tool) => (
          <RadioGroup.Item key={tool} value={tool} className="tool-choice" title={toolWords[tool].finds}>
            {toolWords[tool].name} <ToolFigure tool={tool} totals={totals.run?.[tool]} />
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
      {missing.length === 0 ? null : (
        <span className="dim" title={missing.join('\n')}>
          {missing.length === 1 ? missing[0] : `${missing.length} tools in one run alone`}
        </span>
      )}
    </>
  )
}

function ToolFigure({ tool, totals }: { tool: Tool; totals: ComparedTotals | undefined }) {
  if (isNeutral(tool) || totals === undefined) return null
  return (
    <span className={toneOf(totals.fraction, 'less')}>
      {counts(totals.fraction.significance) || totals.fraction.change === 0 ? '' : '≈ '}
      {pointsText(totals.fraction.change)}
    </span>
  )
}

function Notes({ notes }: { notes: string[] }) {
  if (notes.length === 0) return null
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <button type="button" className="plain comparison-notes" title={notes.join('\n')}>
          {notes.length} {notes.length === 1 ? 'note' : 'notes'}: {notes[0]}
        </button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content className="menu profile-notes-list selectable" align="start" collisionPadding={8} aria-label="Notes">
          <ul>
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

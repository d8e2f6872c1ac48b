import { RadioGroup } from 'radix-ui'
import { machineName } from '../../shared/machine.ts'
import { describeCause, LOW_SIMILARITY } from '../../shared/metrics/reuse/low_similarity.ts'
import type { Tool } from '../../shared/run.ts'
import type { ToolValidation, Validation } from '../../shared/validation.ts'
import { biasRemark } from '../../shared/validation_remarks.ts'
import { useApplication, useAppState } from '../application/context.ts'
import type { OpenValidation } from '../application/state.ts'
import { chooseInValidation } from '../application/opening/validations.ts'
import { baseName } from '../format/paths.ts'
import { countedText, durationText, percentText, quantityText } from '../format/quantities.ts'
import { toolWords } from '../tools/tools.ts'
import { CurveChart } from './CurveChart.tsx'
import { EstimateTable } from './EstimateTable.tsx'
import { LiveEstimateLine } from './LiveEstimateLine.tsx'
import type { Measure } from './measures.ts'
import { fractionMeasures, similarityMeasures } from './measures.ts'
import { PolicyChart } from './PolicyChart.tsx'
import { curvesOf, policiesOf, settingsText } from './settings_of.ts'
import { TruthHistograms } from './TruthHistograms.tsx'
import { TruthPairs } from './TruthPairs.tsx'
import { ExportMenu } from '../components/ExportMenu.tsx'
import './validation.css'

/** How near virtual PMUs came to the ground truth of the same execution: curves, policies, and every figure. */
export default function ValidationView() {
  const application = useApplication()
  const open = useAppState((state) => state.validation)
  const shown = open?.validation.tools.find(({ tool }) => tool === open.tool)
  if (open === null || shown === undefined) {
    return (
      <main className="state" aria-label="Validation">
        <span>
          No validation is open. <code>hagstone validate --output FILE -- PROGRAM</code> makes one.
        </span>
        <button type="button" className="action" onClick={() => application.runCommand('file.open')}>
          Open…
        </button>
      </main>
    )
  }
  return (
    <main className="validation" aria-label="Validation">
      <ValidationHeader open={open} shown={shown} />
      <div className="validation-body" tabIndex={-1}>
        <Estimates key={shown.tool} open={open} shown={shown} />
      </div>
    </main>
  )
}

function ValidationHeader({ open: { path, validation, tool }, shown }: { open: OpenValidation; shown: ToolValidation }) {
  const application = useApplication()
  return (
    <section className="profile-header" aria-label="The validation">
      <div className="profile-run selectable">
        <code className="profile-command" title={`${validation.command.join(' ')}\nin ${validation.workingDirectory}\n${path}`}>
          {validation.command.join(' ')}
        </code>
        <span>validation · {durationText(validation.duration)} under the exhaustive engine</span>
        <span className="dim">
          · {endText(validation)} · {machineName(validation)}, {new Date(validation.startedAt).toLocaleString()}
        </span>
      </div>
      {validation.tools.length === 1 ? null : (
        <RadioGroup.Root
          className="tool-switch"
          orientation="horizontal"
          aria-label="Tool"
          value={tool}
          onValueChange={(next) => chooseInValidation(application, { tool: next as Tool, measure: null })}
        >
          {validation.tools.map((each) => (
            <RadioGroup.Item key={each.tool} value={each.tool} className="tool-choice" title={toolWords[each.tool].finds}>
              {toolWords[each.tool].name}{' '}
              <span className="dim">
                {each.truth.reuse === null ? percentText(each.truth.fraction) : `model S ${each.truth.reuse.modelSimilarity.s.toFixed(3)}`}
              </span>
            </RadioGroup.Item>
          ))}
        </RadioGroup.Root>
      )}
      <div className="profile-figures">
        <TruthFigures validation={validation} shown={shown} />
      </div>
    </section>
  )
}

function endText({ exit }: Validation): string {
  return exit.signal === null ? `status ${exit.code ?? 'unknown'}` : `signal ${exit.signal}`
}

function TruthFigures({ validation, shown: { tool, truth } }: { validation: Validation; shown: ToolValidation }) {
  if (truth.reuse !== null) {
    const { s, smoothed } = truth.reuse.modelSimilarity
    return (
      <span title="Stack distances computed from the exact time distances, compared with the exact stack distances (RDX equations 1 and 2)">
        {toolWords[tool].name} per {validation.granularity} · similarity by the model alone: {s.toFixed(3)}, smoothed {smoothed.toFixed(3)}
      </span>
    )
  }
  return (
    <>
      <span>
        ground truth <strong>{percentText(truth.fraction)}</strong> waste of {quantityText(truth.waste + truth.use, 'bytes')}
      </span>
      <span className="dim" title="Bytes that ended in neither waste nor use">
        unresolved {percentText(truth.unaccountedShare)}
      </span>
      <span className="dim" title="Bytes that another thread accessed in between">
        interleaved {percentText(truth.interleavedShare)}
      </span>
    </>
  )
}

function Estimates({ open, shown }: { open: OpenValidation; shown: ToolValidation }) {
  const application = useApplication()
  const { estimates, truth } = shown
  const measures = truth.reuse === null ? fractionMeasures : similarityMeasures
  const measure = measures.find(({ id }) => id === open.measure) ?? measures[0]
  const asked = estimates[0]
  if (measure === undefined || asked === undefined) return null
  const curves = curvesOf(estimates)
  const policies = policiesOf(estimates)
  const name = `${baseName(open.path).replace(/\.json$/, '')}-${shown.tool}-${measure.id.replaceAll(' ', '-')}`
  return (
    <>
      <div className="validation-tools" role="toolbar" aria-label="What is drawn">
        <MeasureSwitch measures={measures} chosen={measure} onChoose={(id) => chooseInValidation(application, { measure: id })} />
        <span className="dim" title="Each of the other settings differs from these in one way">
          requested: {settingsText(asked.settings)} · {countedText(asked.runs.length, 'run')}
        </span>
        <span className="toolbar-space" />
        <ExportMenu what="every run of every setting" choices={[{ title: 'Save as CSV', run: () => application.runCommand('export.validation') }]} />
      </div>
      <Remarks validation={open.validation} shown={shown} />
      {curves === null ? null : (
        <CurveChart
          title={`${toolWords[shown.tool].title}: ${measure.title} by ${curves.axis === 'period' ? 'sampling period' : 'number of registers'}`}
          curves={curves}
          measure={measure}
          truth={truth}
          fileName={`${name}-curves`}
        />
      )}
      {policies.length === 0 ? null : (
        <PolicyChart
          title={`${toolWords[shown.tool].title}: ${measure.title} by policy`}
          policies={policies}
          measure={measure}
          truth={truth}
          fileName={`${name}-policies`}
        />
      )}
      <EstimateTable tool={shown} measures={measures} />
      {shown.live === null ? null : <LiveEstimateLine live={shown.live} truth={truth} />}
      {truth.reuse === null ? (
        <TruthPairs pairs={truth.pairs} />
      ) : (
        <TruthHistograms reuse={truth.reuse} fileName={baseName(open.path).replace(/\.json$/, '')} />
      )}
    </>
  )
}

function MeasureSwitch({ measures, chosen, onChoose }: { measures: Measure[]; chosen: Measure; onChoose(id: string): void }) {
  return (
    <RadioGroup.Root className="switch" orientation="horizontal" aria-label="Measure" value={chosen.id} onValueChange={onChoose}>
      {measures.map(({ id, title, description }) => (
        <RadioGroup.Item key={id} value={id} className="switch-choice" title={description}>
          {title}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  )
}

/** Limits of the numbers, and causes of their deviations. */
function Remarks({ validation, shown }: { validation: Validation; shown: ToolValidation }) {
  const asked = shown.estimates[0]?.reuse
  const remarks = [
    biasRemark(shown, percentText),
    ...(asked == null
      ? []
      : (['time', 'stack'] as const).map((axis) => {
          const cause = asked[`${axis}Cause`]
          return cause === null ? null : `S of ${axis} distances is ${asked[axis].s.toFixed(3)}, below ${LOW_SIMILARITY}; ${describeCause(cause)}.`
        })),
    ...validation.notes,
  ].filter((remark) => remark !== null)
  return remarks.length === 0 ? null : (
    <ul className="validation-remarks selectable">
      {remarks.map((remark) => (
        <li key={remark}>{remark}</li>
      ))}
    </ul>
  )
}

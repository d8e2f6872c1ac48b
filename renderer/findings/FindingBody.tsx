import { capitalized } from '../../shared/names/capitalized.ts'
import type { Finding, FindingContext, Findings } from '../../shared/findings/finding.ts'
import { MACHINE_CODE_WORDS, sortedEvidence } from '../../shared/findings/evidence.ts'
import { functionText } from '../../shared/findings/wording/cause_facts.ts'
import { fittingNames } from '../../shared/names/fitting_names.ts'
import type { Frame } from '../../shared/profile/frame.ts'
import type { PairNote } from '../../shared/rpc/pairs.ts'
import { report } from '../application/application.ts'
import { useApplication, useProfile } from '../application/context.ts'
import { selectPairOfAnyTool } from '../application/profiles.ts'
import { CopyButton } from '../components/CopyButton.tsx'
import { NoteEditor } from '../components/NoteEditor.tsx'
import { WrappingNames } from '../components/WrappingNames.tsx'
import { placeText } from '../format/paths.ts'
import { countedText, percentText } from '../format/quantities.ts'
import { costOf, shareText } from './finding_words.ts'
import type { FindingsModel } from './finding_model.ts'

/** The problem, the remedy, and the possible saving; then the measurements, their places and instructions. */
export function FindingBody({ finding, findings, model, note }: { finding: Finding; findings: Findings; model: FindingsModel; note: PairNote | undefined }) {
  const application = useApplication()
  const { cause, evidence, remedy, change, sketch, bound, shareOfRun } = finding
  const { source: seen, machineCode } = sortedEvidence(evidence)
  const cost = costOf(finding, findings)
  return (
    <>
      <section aria-label="What is wrong">
        <h4>What is wrong</h4>
        <p>
          <WrappingNames text={cause} />
        </p>
      </section>
      <section aria-label="What to do">
        <h4>What to do</h4>
        <p>
          <WrappingNames text={remedy} />
          {change === null ? null : (
            <span className="dim" title={change.file ?? undefined}>
              {' '}
              Change <WrappingNames text={functionText(change.function)} />
              {change.file === null ? '' : ` at ${placeText(change.file, change.line)}`}.
            </span>
          )}
        </p>
        {sketch === null ? null : (
          <div className="finding-sketch">
            <pre aria-label="Sketch of the change" tabIndex={0}>
              {sketch}
            </pre>
            <CopyButton text={sketch} copied="The sketch was copied." />
          </div>
        )}
      </section>
      <section aria-label="What it may save">
        <h4>What it may save</h4>
        <p>
          {shareOfRun === null ? (
            'The share of the run is unknown: this recording has no CPU time. '
          ) : (
            <>
              {capitalized(cost.text)}
              {cost.interval === '' ? '' : ` (95 % CI ${cost.interval})`}.{' '}
            </>
          )}
          {bound === null ? null : (
            <>
              <WrappingNames text={bound.text} />{' '}
            </>
          )}
          {shareOfRun === null ? null : <span className="dim">It is {shareText(finding)}. </span>}
        </p>
      </section>
      {seen.length === 0 ? null : (
        <section aria-label="What was measured">
          <h4>What was measured</h4>
          <ul className="finding-evidence" aria-label="Evidence">
            {seen.map((sentence, at) => (
              <li key={at}>
                <WrappingNames text={sentence} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <Contexts finding={finding} />
      {machineCode.length === 0 ? null : (
        <details>
          <summary>
            <h4>Machine code</h4> <span className="dim">{countedText(machineCode.length, 'sentence')}</span>
          </summary>
          <p className="dim">{MACHINE_CODE_WORDS}</p>
          <ul className="finding-evidence" aria-label="Evidence in the machine code">
            {machineCode.map((sentence, at) => (
              <li key={at}>
                <WrappingNames text={sentence} />
              </li>
            ))}
          </ul>
        </details>
      )}
      <div className="finding-actions">
        <button
          type="button"
          className="action"
          title="Show the largest pair in the pair table (p)"
          onClick={() => application.runCommand('findings.show-pair')}
        >
          Show pair
        </button>
        <button type="button" className="action" title="Show the largest pair in the top-down tree (t)" onClick={() => application.runCommand('pair.in-tree')}>
          Show in tree
        </button>
        <button
          type="button"
          className="action"
          title="Read the earlier access in its source (s)"
          onClick={() => application.runCommand('findings.show-source')}
        >
          Show source
        </button>
        <button type="button" className="action" title="Copy the finding as Markdown (y)" onClick={() => application.runCommand('pair.copy')}>
          Copy as Markdown
        </button>
      </div>
      <NoteEditor of="finding" note={note} onKeep={(changed) => model.note(finding, changed).catch((error) => report(application, error))} />
    </>
  )
}

function Contexts({ finding: { contexts, contextCount, pairs, threads } }: { finding: Finding }) {
  const application = useApplication()
  const shown = useProfile((profile) => profile.selection?.pair ?? null)
  if (contexts.length === 0) return null
  const functions = [
    ...new Set(contexts.flatMap(({ source, target }) => [...source.slice(-innermost), ...target.slice(-innermost)].map((frame) => frame.function))),
  ]
  const short = fittingNames(functions, mostCharacters)
  const names = new Map(functions.map((name, at) => [name, short[at]!]))
  return (
    <details>
      <summary>
        <h4>Calling contexts</h4>{' '}
        <span className="dim">
          {countedText(contextCount, 'context')}, {countedText(pairs, 'pair')}
          {threads > 1 ? `, ${countedText(threads, 'thread')}` : ''}
        </span>
      </summary>
      <ul className="finding-contexts" aria-label="Calling contexts">
        {contexts.map((context) => (
          <li key={context.pair}>
            <button
              type="button"
              className="plain"
              aria-current={context.pair === shown}
              title={contextTitle(context)}
              onClick={() => selectPairOfAnyTool(application, context.pair).catch((error) => report(application, error))}
            >
              <span className="finding-share">{percentText(context.share)}</span>
              <span>
                <span className="earlier">
                  <WrappingNames text={chain(context.source, names)} />
                </span>{' '}
                <span className="dim">→</span>{' '}
                <span className="later">
                  <WrappingNames text={chain(context.target, names)} />
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {contextCount > contexts.length ? <p className="dim">The largest {contexts.length} are shown.</p> : null}
    </details>
  )
}

/** Limit for a name; the tooltip has all of it. */
const mostCharacters = 40
/** Callers beyond these are in the tooltip. */
const innermost = 3

function chain(frames: readonly Frame[], names: ReadonlyMap<string, string>): string {
  const shown = frames.slice(-innermost).map((frame) => names.get(frame.function))
  return `${frames.length > innermost ? '… ▸ ' : ''}${shown.join(' ▸ ')}`
}

function contextTitle({ source, target }: FindingContext): string {
  const lines = (frames: readonly Frame[]): string[] => frames.map(({ function: name, file, line }) => `${name} ${placeText(file, line)}`)
  return ['earlier access', ...lines(source), '', 'later access', ...lines(target)].join('\n')
}

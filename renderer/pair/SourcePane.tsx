import { Suspense, useEffect, useMemo } from 'react'
import { Waiting } from '../components/loading/Waiting.tsx'
import { lazyPart } from '../components/loading/lazy_part.tsx'
import type { RunCostTotal } from '../../shared/metrics/run_cost.ts'
import type { Result } from '../../shared/rpc/contract.ts'
import type { PairSide } from '../../shared/rpc/pairs.ts'
import { report } from '../application/application.ts'
import { useApplication, useProfile } from '../application/context.ts'
import { selectPairAtLine } from '../application/profiles.ts'
import type { Side } from '../application/pair_side.ts'
import { Failure } from '../components/Failure.tsx'
import { fileName } from '../format/paths.ts'
import { chainOf } from './chain.ts'
import { CodeSlot } from './CodeSlot.tsx'
import type { LineHeat } from '../editor/CodeView.tsx'
import { SourceChanged } from '../editor/SourceChanged.tsx'
import { useSourceText } from '../editor/use_source_text.ts'
import { DisassemblyPane } from './DisassemblyPane.tsx'
import { scopeLineIn } from './scope.ts'
import { spentIn } from './spent.ts'
import { useWasteWhole } from '../tools/use_waste_whole.ts'
import { shareOfWhole, type WasteWhole } from '../tools/waste_whole.ts'
import { useAnswer } from '../application/use_answer.ts'

const MissingSource = lazyPart(async () => ({ default: (await import('./MissingSource.tsx')).MissingSource }))

const noHeat: LineHeat[] = []

/** A file that is shown only with consent, and its places. */
export interface RefusedSource {
  file: string
  lookedFor: string[]
}

function lineHeat({ line, waste, runCost }: Result<'source.heat'>[number], whole: WasteWhole, total: RunCostTotal | null): LineHeat {
  const share = shareOfWhole(waste, whole) ?? 0
  return { line, share, ...spentIn(runCost ?? null, total, share, whole.words) }
}

export interface SourcePaneProps {
  which: Side
  side: PairSide
  shown: number
  scope: string | null
  /** Both sides ask for consent together. */
  onRefused(which: Side, refused: RefusedSource | null): void
}

/** Source of a frame with its line lit and every line's shares of the waste and of the run's cost in the margin; without source its machine code. */
export function SourcePane({ which, side, shown, scope, onRefused }: SourcePaneProps) {
  const application = useApplication()
  const frame = chainOf(side)[shown] ?? side.leaf
  const { client } = application
  const profile = useProfile((open) => open.summary.profile)
  const file = frame.file ?? ''
  const tool = useProfile((open) => open.tool)
  const whole = useWasteWhole()
  const runCost = useProfile((open) => open.summary.runCost)
  const source = useSourceText(file)
  const lookedFor = source.state === 'here' && !source.value.found && source.value.reason === 'refused' ? source.value.lookedFor : null
  useEffect(() => {
    if (lookedFor === null) return
    onRefused(which, { file, lookedFor })
    return () => onRefused(which, null)
  }, [onRefused, which, file, lookedFor])
  const shownFile = source.state === 'here' && source.value.found ? file : null
  // After the text: in large profiles it takes longer, and there is nothing to wait for where the text is missing.
  const heat = useAnswer(shownFile === null ? null : `${profile} ${shownFile} ${tool}`, async (signal) => {
    const lines = await client.call('source.heat', { profile, file: shownFile!, tool }, { signal })
    return { file: shownFile, tool, lines }
  })

  const lines = useMemo(
    () =>
      heat.state === 'failed'
        ? noHeat
        : heat.state === 'here' && heat.value.file === shownFile && heat.value.tool === tool
          ? heat.value.lines.map((numbers) => lineHeat(numbers, whole, runCost))
          : null,
    [heat, shownFile, tool, whole, runCost],
  )

  if (source.state === 'waiting') return <Waiting>Reading {fileName(file)}…</Waiting>
  if (source.state === 'failed')
    return (
      <div className="state">
        <Failure text={source.message} again={source.again} />
      </div>
    )
  const text = source.value
  if (!text.found) {
    return (
      <>
        {text.reason === 'refused' ? null : (
          <Suspense fallback={<Waiting part inline />}>
            <MissingSource profile={profile} files={[file]} module={frame.module} missing={text} />
          </Suspense>
        )}
        <DisassemblyPane which={which} side={side} shown={shown} />
      </>
    )
  }

  return (
    <>
      {text.embedded === true ? (
        <div className="side-origin dim" title="The source is embedded in the profile">
          from the profile
        </div>
      ) : null}
      {text.changedSinceBuild ? <SourceChanged /> : null}
      <CodeSlot
        label={`${which === 'source' ? 'Earlier' : 'Later'} access, ${fileName(file)}`}
        side={which}
        name={`${file} ${which}`}
        text={text.text}
        language={text.language}
        litLine={frame.line}
        scopeLine={scopeLineIn(scope, file)}
        heat={lines}
        whole={whole}
        onLineClick={(line) => void selectPairAtLine(application, file, line).catch((error) => report(application, error))}
      />
    </>
  )
}

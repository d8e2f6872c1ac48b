import { Suspense, useMemo } from 'react'
import { useStore } from 'zustand'
import { lazyPart } from '../components/loading/lazy_part.tsx'
import type { Frame } from '../../shared/profile/frame.ts'
import type { PairDetails } from '../../shared/rpc/pairs.ts'
import { useApplication, useProfile } from '../application/context.ts'
import { showFrame, toggleDisassembly } from '../application/profiles.ts'
import { AccessMark, accessMarks } from '../components/AccessMark.tsx'
import { LowFold, LowFoldButton } from './LowFold.tsx'
import { baseName, fileName, isEndOf } from '../format/paths.ts'
import { relationWords } from '../tools/relations.ts'
import { chainOf } from './chain.ts'
import { ContextChain } from './ContextChain.tsx'
import { DisassemblyPane } from './DisassemblyPane.tsx'
import { shownFrameOf } from './shown_frame.ts'
import { SourcePane, type SourcePaneProps } from './SourcePane.tsx'

const SideValues = lazyPart(async () => ({ default: (await import('./SideValues.tsx')).SideValues }))

/** One access of the pair: its kind, its callers, and its line lit in the source or in the machine code. */
export function PairSidePane({
  which,
  details,
  shownFrame,
  onRefused,
}: Pick<SourcePaneProps, 'which' | 'onRefused'> & { details: PairDetails; shownFrame: number | null }) {
  const application = useApplication()
  const disassembly = useProfile((profile) => profile.disassembly)
  const hasValues = useProfile((profile) => profile.summary.run.tools.includes('values'))
  const findings = useProfile((profile) => profile.findings)
  const answer = useStore(findings.state, (state) => state.answer)
  const side = details[which]
  const chain = useMemo(() => chainOf(side), [side])
  const leaf = chain.length - 1
  const shown = shownFrameOf({ details, chosen: shownFrame, disassembly, findings: answer?.findings ?? [] }, which)
  const frame = chain[shown] ?? side.leaf
  const isLeaf = shown === leaf
  const machineCode = disassembly || frame.file === null
  const instruction = isLeaf && !machineCode ? side.leaf.instruction : null
  return (
    <section className="side" data-side={which} aria-label={accessMarks[which].title}>
      <LowFold
        what="Calling context and instruction"
        head={
          <header className={`side-header side-${which}`}>
            <AccessMark side={which} />
            <strong>{relationWords(details.row.tool, details.row.relation)[which]}</strong>
            <span className="dim">{accessMarks[which].title}</span>
            <span className="side-place selectable" title={frame.file ?? frame.module}>
              <span className="side-file">
                {isLeaf ? '' : 'call site '}
                {frame.file === null ? baseName(frame.module) : fileName(frame.file)}
              </span>
              <span>{frame.file === null ? ` ${frame.address}` : frame.line === null ? '' : `:${frame.line}`}</span>
            </span>
            <span className="toolbar-space" />
            <button
              type="button"
              className="plain"
              disabled={frame.file === null}
              title={`Open the line in your editor (${which === 'source' ? 'e' : 'E'})`}
              onClick={() => application.runCommand(`pair.edit-${which}`)}
            >
              edit
            </button>
            <button
              type="button"
              className="plain"
              aria-pressed={machineCode}
              disabled={frame.file === null}
              title="Machine code instead of source (d)"
              onClick={() => toggleDisassembly(application)}
            >
              disassembly
            </button>
            <LowFoldButton />
          </header>
        }
      >
        <ContextChain
          label={`Calling context of the ${which === 'source' ? 'earlier' : 'later'} access`}
          frames={chain}
          common={details.commonFrames}
          shown={shown}
          truncated={side.truncated}
          partial={side.partial}
          onShow={(index) => showFrame(application, which, index)}
        />
        {instruction === null && frame.loop === null ? null : (
          <div className="side-instruction dim selectable">
            {instruction === null ? null : <code>{instruction}</code>}
            {frame.loop === null ? null : <span title={`Innermost loop around it: ${frame.loop}`}>in {loopText(frame)}</span>}
          </div>
        )}
        {isLeaf && hasValues ? (
          <Suspense fallback={null}>
            <SideValues which={which} side={side} tool={details.row.tool} />
          </Suspense>
        ) : null}
      </LowFold>
      <div className="side-body">
        {machineCode ? (
          <DisassemblyPane which={which} side={side} shown={shown} />
        ) : (
          <SourcePane which={which} side={side} shown={shown} scope={details.row.scope ?? null} onRefused={onRefused} />
        )}
      </div>
    </section>
  )
}

/** "loop at line 24" in the frame's own file, else as the profile names it. */
function loopText({ loop, file }: Frame): string {
  const [, name, line] = /^loop at (.+):(\d+)$/.exec(loop ?? '') ?? []
  return file !== null && name !== undefined && isEndOf(name, file) ? `loop at line ${line}` : (loop ?? '')
}

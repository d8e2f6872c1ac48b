import { Popover } from 'radix-ui'
import type { Frame } from '../../shared/profile/frame.ts'
import type { PairDetails } from '../../shared/rpc/pairs.ts'
import { useApplication } from '../application/context.ts'
import { showFrame } from '../application/profiles.ts'
import type { Side } from '../application/pair_side.ts'
import { AccessMark, accessMarks } from '../components/AccessMark.tsx'
import { placeText } from '../format/paths.ts'
import { chainOf } from './chain.ts'

/** Both contexts from the outermost frame on: the shared frames once, then the two ways, each frame opening its place. */
export function ForkedPaths({ details }: { details: PairDetails }) {
  const application = useApplication()
  const { commonFrames } = details
  const chains: Record<Side, Frame[]> = { source: chainOf(details.source), target: chainOf(details.target) }
  function row(side: Side, frame: Frame, index: number) {
    const last = index === chains[side].length - 1
    return (
      <li key={index} style={{ paddingLeft: `${index}ch` }}>
        <button type="button" className="plain" title={frame.file ?? frame.module} onClick={() => showFrame(application, side, last ? null : index)}>
          {last ? <AccessMark side={side} /> : null} {frame.function}{' '}
          <span className="dim">
            {placeText(frame.file, frame.line) || frame.address}
            {frame.loop === null ? '' : `, ${frame.loop}`}
          </span>
        </button>
      </li>
    )
  }
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <button type="button" className="plain" title="Both calling contexts: the common part, then the two branches">
          calling contexts
        </button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content className="menu paths" align="end" collisionPadding={8} aria-label="Both calling contexts">
          <ol className="paths-common" aria-label="Frames of both accesses">
            {chains.source.slice(0, commonFrames).map((frame, index) => row('source', frame, index))}
          </ol>
          <div className="paths-fork">
            {(['source', 'target'] as const).map((side) => (
              <ol key={side} className={`paths-${side}`} aria-label={`Frames of only the ${accessMarks[side].title}`}>
                {chains[side].map((frame, index) => (index < commonFrames ? null : row(side, frame, index)))}
              </ol>
            ))}
          </div>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

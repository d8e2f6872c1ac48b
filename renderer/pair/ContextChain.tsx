import { useLayoutEffect, useRef, useState } from 'react'
import { callTag } from '../../shared/profile/frames.ts'
import type { Frame } from '../../shared/profile/frame.ts'
import { fittingName } from '../../shared/names/fitting_name.ts'
import { placeText } from '../format/paths.ts'

interface ContextChainProps {
  /** The name for screen readers: a window shows two. */
  label: string
  /** Outermost first; the access last. */
  frames: Frame[]
  /** How many outermost frames both sides share. */
  common: number
  shown: number
  /** The stack was deeper than the profiler's limit. */
  truncated: boolean
  /** Unwinding ended before the thread's start. */
  partial: boolean
  onShow(frame: number): void
}

/** Limit for a name; the tooltip has all of it. */
const mostCharacters = 40

/** Fewer frames than this are not worth folding. */
const leastFolded = 2

/**
 * The calling context from the access outwards: innermost first, as a debugger shows it. Every frame opens its place.
 * The innermost frame that both sides share stays, because they part there. The other shared frames are folded.
 */
export function ContextChain({ label, frames, common, shown, truncated, partial, onShow }: ContextChainProps) {
  const [unfolded, setUnfolded] = useState(false)
  const folded = unfolded || common - 1 < leastFolded || shown < common - 1 ? 0 : common - 1
  const nav = useRef<HTMLElement>(null)
  // Only the chain scrolls, not what is around it: in a narrow window that would take the person from the list to the panes.
  useLayoutEffect(() => {
    const current = nav.current?.querySelector('[aria-current=true]')?.getBoundingClientRect()
    if (nav.current == null || current === undefined) return
    const box = nav.current.getBoundingClientRect()
    if (current.left < box.left || current.right > box.right) nav.current.scrollLeft += current.left - box.left
    if (current.top < box.top || current.bottom > box.bottom) nav.current.scrollTop += current.top - box.top
  }, [frames, shown])
  return (
    <nav ref={nav} className="chain" aria-label={label}>
      {frames
        .map((frame, index) => ({ frame, index }))
        .slice(folded)
        .reverse()
        .map(({ frame, index }) => (
          <span key={index} className="chain-item">
            {index === frames.length - 1 ? null : (
              <span className="dim" aria-hidden>
                {frames[index + 1]?.inlined ? '⊂' : '←'}
              </span>
            )}
            <button
              type="button"
              className={`chain-frame ${index < common ? 'chain-common' : ''}`}
              aria-current={index === shown}
              title={`${frame.function}${callTag(frame) === null ? '' : ` (${callTag(frame)})`}\n${frame.oneBody === undefined ? '' : `${frame.oneBody}\n`}${frame.file ?? frame.module}${frame.line === null ? '' : `:${frame.line}`}\n${frame.loop ?? ''}${index < common ? '\nsame on both sides' : ''}`.trim()}
              onClick={() => onShow(index)}
            >
              {fittingName(frame.function, mostCharacters)}
              <span className="dim"> {placeText(frame.file, frame.line) || frame.address}</span>
              {callTag(frame) === null ? null : <span className="tree-tag">{callTag(frame)}</span>}
            </button>
          </span>
        ))}
      {folded === 0 ? null : (
        <button
          type="button"
          className="chain-frame chain-common"
          title={frames
            .slice(0, folded)
            .reverse()
            .map((frame) => frame.function)
            .join(' ← ')}
          onClick={() => setUnfolded(true)}
        >
          ← … {folded} outer frames
        </button>
      )}
      {partial ? (
        <span className="dim" title="The stack could not be unwound beyond this frame">
          ← … callers unknown
        </span>
      ) : null}
      {truncated ? (
        <span className="dim" title="The stack was deeper than the profiler's limit">
          ← … cut off here
        </span>
      ) : null}
    </nav>
  )
}

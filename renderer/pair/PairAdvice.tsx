import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import type { Advice, Sureness } from '../../shared/advice/advice.ts'
import { LEFT_OUT_OF_FINDINGS, type Finding, type PairFinding } from '../../shared/findings/finding.ts'
import { withFittingNames } from '../../shared/names/fitting_names.ts'
import { placeText } from '../format/paths.ts'
import { WrappingNames } from '../components/WrappingNames.tsx'
import { SURENESS_WORDS } from '../../shared/findings/wording/sureness_words.ts'
import './advice.css'

/** Of a function's name in the finding's sentences, which stand above the sources. */
const mostCharacters = 32

interface PairAdviceProps {
  /** Null of pairs of use. */
  advice: Advice | null
  /** Null: the pair belongs to no finding that is listed. */
  finding: PairFinding | null
  onShowFinding(id: Finding['id']): void
}

/** The problem and the remedy: from the pair's finding, else from the pair alone; the facts behind them on request. */
export function PairAdvice({ advice, finding, onShowFinding }: PairAdviceProps) {
  if (advice === null) return null
  if (finding?.kind === 'left-out')
    return (
      <p className="pair-advice selectable">
        <span className="dim">{LEFT_OUT_OF_FINDINGS}</span> {finding.text}.
      </p>
    )
  const { evidence } = advice
  return (
    <Unfolding>
      <div className="pair-advice-text">{finding === null ? <OwnAdvice advice={advice} /> : <OfFinding of={finding} onShow={onShowFinding} />}</div>
      <details>
        <summary>why</summary>
        <ul aria-label="Evidence">
          {evidence.map((sentence, at) => (
            <li key={at}>
              <WrappingNames text={sentence} />
            </li>
          ))}
        </ul>
      </details>
    </Unfolding>
  )
}

/** In a low window it shows its first lines, and a button for the rest. */
function Unfolding({ children }: { children: ReactNode }) {
  const body = useRef<HTMLDivElement>(null)
  const [isCut, setCut] = useState(false)
  const [isWhole, setWhole] = useState(false)
  useLayoutEffect(() => {
    const measured = body.current
    if (measured === null) return
    const measure = (): void => setCut(measured.scrollHeight > measured.clientHeight + 1)
    const observer = new ResizeObserver(measure)
    // What it holds can grow while it does not.
    for (const element of [measured, ...measured.children]) observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return (
    <div className="pair-advice selectable">
      <div ref={body} className={isWhole ? 'pair-advice-body whole' : 'pair-advice-body'}>
        {children}
      </div>
      {isCut || isWhole ? (
        <button type="button" className="plain pair-advice-more" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'less' : '… more'}
        </button>
      ) : null}
    </div>
  )
}

function OfFinding({ of: { rank, finding }, onShow }: { of: Extract<PairFinding, { kind: 'listed' }>; onShow(id: Finding['id']): void }) {
  const { id, title, sureness, cause, remedy } = finding
  const short = withFittingNames(title, mostCharacters)
  return (
    <>
      <button type="button" className="plain pair-advice-finding" title="Show the finding" onClick={() => onShow(id)}>
        Finding {rank}
      </button>
      <strong title={short === title ? undefined : title}>
        <WrappingNames text={short} />.
      </strong>
      <SurenessChip sureness={sureness} />
      <span>
        <WrappingNames text={withFittingNames(`${cause} ${remedy}`, mostCharacters)} />
      </span>
    </>
  )
}

function OwnAdvice({ advice: { title, sureness, cause, remedy, place } }: { advice: Advice }) {
  return (
    <>
      <span className="dim">Advice:</span> <strong>{title}</strong>
      <SurenessChip sureness={sureness} />
      {remedy === null ? null : (
        <span>
          <WrappingNames text={`${cause ?? ''} ${remedy}`} />
        </span>
      )}
      {place === null ? null : (
        <span className="dim" title={place.file ?? undefined}>
          at {place.function}{' '}
          {place.fileName === undefined ? placeText(place.file, place.line) : `${place.fileName}${place.line === null ? '' : `:${place.line}`}`}
        </span>
      )}
    </>
  )
}

function SurenessChip({ sureness }: { sureness: Sureness }) {
  return (
    <span className="chip" title={SURENESS_WORDS[sureness].description}>
      {SURENESS_WORDS[sureness].title}
    </span>
  )
}

import type { Advice, Sureness } from '../../shared/advice/advice.ts'
import { placeText } from '../format/paths.ts'
import './advice.css'

const surenessWords: Record<Sureness, string> = {
  certain: 'It follows from what was measured',
  likely: 'It follows from the machine code that did it',
  possible: 'The machine code that did it can be read in other ways, too',
}

/** What is probably wrong with the pair and what helps; by which facts, on wish. */
export function PairAdvice({ advice }: { advice: Advice | null }) {
  if (advice === null) return null
  const { title, sureness, remedy, place, evidence } = advice
  return (
    <details className="pair-advice selectable">
      <summary>
        {advice.class === 'unclassified' ? (
          <span className="dim">No advice: no known pattern fits this pair.</span>
        ) : (
          <>
            <span className="dim">Advice:</span> <strong>{title}</strong>
          </>
        )}
        {sureness === null ? null : (
          <span className="chip" title={surenessWords[sureness]}>
            {sureness}
          </span>
        )}
        {remedy === null ? null : <span>{remedy}</span>}
        {place === null ? null : (
          <span className="dim" title={place.file ?? undefined}>
            at {place.function}{' '}
            {place.fileName === undefined ? placeText(place.file, place.line) : `${place.fileName}${place.line === null ? '' : `:${place.line}`}`}
          </span>
        )}
        <span className="pair-advice-why">why</span>
      </summary>
      <ul aria-label="Evidence">
        {evidence.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </details>
  )
}

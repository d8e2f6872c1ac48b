import type { CSSProperties } from 'react'
import { lazyPart } from '../components/loading/lazy_part.tsx'
import { Waiting } from '../components/loading/Waiting.tsx'
import { Suspense, useId, useLayoutEffect, useRef } from 'react'
import type { Finding, FindingPlace, Findings } from '../../shared/findings/finding.ts'
import { fittingName } from '../../shared/names/fitting_name.ts'
import { withFittingNames } from '../../shared/names/fitting_names.ts'
import type { PairNote } from '../../shared/rpc/pairs.ts'
import { report } from '../application/application.ts'
import { useApplication } from '../application/context.ts'
import { AccessMark } from '../components/AccessMark.tsx'
import { WrappingNames } from '../components/WrappingNames.tsx'
import { noteText } from '../format/note_words.ts'
import { toolWords } from '../tools/tools.ts'
import { sureSentence } from '../../shared/findings/wording/sureness_words.ts'
import { costOf, findingPlaceText, mostOfTitle } from './finding_words.ts'
import type { FindingsModel } from './finding_model.ts'
import { openPlace } from './open_place.ts'

const FindingBody = lazyPart(async () => ({ default: (await import('./FindingBody.tsx')).FindingBody }))

interface FindingItemProps {
  finding: Finding
  /** The heading of the findings from here on; null: same as the one above. */
  heading: string | null
  /** Among all findings, 1 for the first. */
  rank: number
  findings: Findings
  model: FindingsModel
  note: PairNote | undefined
  selected: boolean
  opened: boolean
}

/** A finding that is read in ten seconds; unfolded, all that is known of it. */
export function FindingItem({ finding, heading, rank, findings, model, note, selected, opened }: FindingItemProps) {
  const application = useApplication()
  const id = useId()
  const head = useRef<HTMLDivElement>(null)
  const wasOpened = useRef(opened)
  useLayoutEffect(() => {
    // What was unfolded above may have moved the head out of sight.
    if (wasOpened.current !== opened && selected) head.current?.scrollIntoView?.({ block: 'nearest' })
    wasOpened.current = opened
  }, [opened, selected])
  const cost = costOf(finding, findings)
  const toggle = (): void => void model.toggle(finding.id).catch((error) => report(application, error))
  const { title, tools, places, fewObservations } = finding
  const short = withFittingNames(title, mostOfTitle)
  const status = note?.status ?? null
  return (
    <li
      className={`finding${fewObservations ? ' finding-few' : ''}${status === 'fixed' || status === 'ignored' ? ' finding-done' : ''}`}
      aria-current={selected}
    >
      {heading === null ? null : <p className="finding-group">{heading}</p>}
      <div ref={head} className="finding-row">
        <h3>
          {/* Its area is that of the whole row. */}
          <button
            type="button"
            className="finding-head"
            data-keys={selected ? true : undefined}
            aria-expanded={opened}
            aria-controls={opened ? `${id}-body` : undefined}
            aria-describedby={`${id}-cost ${id}-sure`}
            onClick={toggle}
            onFocus={() => model.select(finding.id).catch((error) => report(application, error))}
          >
            <span className="finding-rank">{rank}</span>{' '}
            <span className="finding-title" title={short === title ? undefined : title}>
              <WrappingNames text={short} />
            </span>
          </button>
        </h3>
        {/* Figures lie above the button's area, to show their tooltips. */}
        <div className="finding-facts" onClick={toggle}>
          <div className="finding-figures">
            <span className="finding-cost" id={`${id}-cost`} style={{ '--share': `${Math.min(100, cost.share * 100)}%` } as CSSProperties}>
              {cost.text}{' '}
              {cost.interval === '' ? null : (
                <span className="interval" title="95 % confidence interval">
                  ({cost.interval})
                </span>
              )}
            </span>
            {tools.map((tool) => (
              <span key={tool} className="chip" title={toolWords[tool].finds}>
                {toolWords[tool].name}
              </span>
            ))}
            {note === undefined ? null : (
              <span className="chip finding-note" title={noteText(note)}>
                {noteText(note)}
              </span>
            )}
          </div>
          <span className="dim" id={`${id}-sure`}>
            {sureSentence(finding)}
          </span>
          <div className="finding-places">
            {places.map((place, at) => (
              <Place
                key={at}
                place={place}
                alone={places.length === 1}
                onOpen={() => openPlace(application, model, finding, place).catch((error) => report(application, error))}
              />
            ))}
          </div>
        </div>
      </div>
      {opened ? (
        <div id={`${id}-body`} className="finding-body selectable">
          <Suspense fallback={<Waiting part inline />}>
            <FindingBody finding={finding} findings={findings} model={model} note={note} />
          </Suspense>
        </div>
      ) : null}
    </li>
  )
}

/** Of a function's name; the tooltip of the place has all of it. */
const mostCharacters = 60

/** Where an access is, with the text of its line. */
function Place({ place, alone, onOpen }: { place: FindingPlace; alone: boolean; onOpen(): void }) {
  return (
    <>
      <span className="finding-mark">{alone ? null : <AccessMark side={place.role === 'earlier' ? 'source' : 'target'} />}</span>
      <button
        type="button"
        className="mono finding-at"
        title={['Open the line', place.file, place.function, place.inLibrary].filter(Boolean).join('\n')}
        onClick={(event) => {
          event.stopPropagation()
          onOpen()
        }}
      >
        {findingPlaceText(place)}
      </button>
      <code className="finding-line">
        {place.text ?? (
          <span className="dim">
            in <WrappingNames text={fittingName(place.function, mostCharacters)} />
          </span>
        )}
      </code>
    </>
  )
}

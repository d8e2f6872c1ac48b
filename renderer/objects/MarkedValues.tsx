import { useState } from 'react'
import type { SpatialValuesReport } from '../../shared/report.ts'
import { Percent } from '../components/Figures.tsx'
import { placeText } from '../format/paths.ts'
import { countText, percentText, quantityText } from '../format/quantities.ts'
import './objects.css'

const groups: Record<SpatialValuesReport['group'], string> = { array: 'array', general: 'general registers', x87: 'x87 registers', simd: 'vector registers' }

/** Rows that are drawn before the person requests more. */
const rowsAtFirst = 200

/**
 * Values at the program's marks: how many elements of an array, or registers, have a value that another one has too.
 * @param marks the most redundant ones of `count`, in the profile at `path`
 */
export function MarkedValues({ marks, count, path }: { marks: SpatialValuesReport[]; count: number; path: string }) {
  const [all, setAll] = useState(false)
  const shown = all ? marks : marks.slice(0, rowsAtFirst)
  return (
    <section className="marks" aria-label="Values at marks">
      <h2>Values at marks</h2>
      <table className="figures selectable" aria-label="Values at marks">
        <thead>
          <tr>
            <th scope="col">object, marked in</th>
            <th scope="col" className="end" tabIndex={0} title="Share of the elements that are not unique: (elements − unique) / elements">
              equal
            </th>
            <th scope="col" className="end" tabIndex={0} title="Bytes of the elements that are not unique, over all inspections">
              redundant
            </th>
            <th scope="col" className="end" tabIndex={0} title="Inspections above the threshold, of all">
              inspections
            </th>
            <th scope="col" tabIndex={0} title="Elements at equal distances from the first to the last; darker means a more frequent value">
              latest, first to last
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((mark, index) => (
            <Mark key={index} mark={mark} />
          ))}
        </tbody>
      </table>
      {shown.length === count ? null : (
        <p className="dim" role="note">
          {countText(shown.length)} of {countText(count)} marks, the most redundant first.{' '}
          {shown.length < marks.length ? (
            <button type="button" className="action" onClick={() => setAll(true)}>
              Show {countText(marks.length)}
            </button>
          ) : (
            <span className="selectable">
              All of them:{' '}
              <code>
                hagstone report --top {count} {path}
              </code>
            </span>
          )}
        </p>
      )}
    </section>
  )
}

function Mark({ mark }: { mark: SpatialValuesReport }) {
  const { at, object, group, type, elementBytes, comparison, inspections, above, share, redundantBytes, latest } = mark
  const leaf = at?.at(-1)
  return (
    <tr>
      <td>
        <div title={comparison === 'precise' ? 'Equal byte for byte' : 'Equal within the tolerance'}>
          {object ?? groups[group]}{' '}
          <span className="dim">
            {type}, {elementBytes} B{comparison === 'approximate' ? ', approximate' : ''}
          </span>
        </div>
        <div
          title={at
            ?.toReversed()
            .map((frame) => `${frame.function} ${placeText(frame.file, frame.line)}`)
            .join('\n← ')}
        >
          {leaf === undefined ? 'ends of windows' : leaf.function} <span className="dim">{leaf === undefined ? '' : placeText(leaf.file, leaf.line)}</span>
        </div>
      </td>
      <td className="end">
        <Percent share={share} />
      </td>
      <td className="end">{quantityText(redundantBytes, 'bytes')}</td>
      <td className="end">
        {countText(above)} <span className="dim">of {countText(inspections)}</span>
      </td>
      <td>
        {latest === null ? (
          <span className="dim">never above the threshold</span>
        ) : (
          <>
            <ValueStrip strip={latest.strip} values={latest.values.map(({ value }) => value)} />
            <div className="marks-values">
              {latest.values.slice(0, 4).map(({ value, count, share: part }, rank) => (
                <span key={rank} className="chip" title={`${countText(count)} of ${countText(latest.elements)} elements`}>
                  <code>{value}</code> <span className="dim">{percentText(part)}</span>
                </span>
              ))}
              <span className="dim">
                {countText(latest.unique)} unique of {countText(latest.elements)}
              </span>
            </div>
          </>
        )}
      </td>
    </tr>
  )
}

/** Tones for the commonest values; any other has none. */
const tones = 4

interface ValueStripProps {
  /** Values of elements in the order of memory. */
  strip: string[]
  /** The commonest values, the commonest first. */
  values: string[]
}

/** An array as a row of cells: the darker, the commoner the value; the value itself in the tooltip. */
function ValueStrip({ strip, values }: ValueStripProps) {
  const rankOf = (value: string): number => {
    const rank = values.indexOf(value)
    return rank === -1 ? tones : Math.min(rank, tones)
  }
  const first = values[0]
  const same = strip.filter((value) => value === first).length
  return (
    <div className="value-strip" role="img" aria-label={`${strip.length} elements of the array, ${same} with the most frequent value ${first ?? ''}`}>
      {strip.map((value, index) => (
        <span key={index} className={`value-cell value-cell-${rankOf(value)}`} title={value} />
      ))}
    </div>
  )
}

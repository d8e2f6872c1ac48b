interface ValueStripProps {
  /** Values of elements in the order of memory. */
  strip: string[]
  /** The commonest values, the commonest first. */
  values: string[]
}

/** Tones for the commonest values; any other has none. */
const tones = 4

/** An array as a row of cells: the darker, the commoner the value; the value itself in the tooltip. */
export function ValueStrip({ strip, values }: ValueStripProps) {
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

import { UNNAMED_MEMORY } from '../../shared/profile/value_names.ts'
import type { ShownValue } from '../../shared/values.ts'
import { percentText } from '../format/quantities.ts'
import { groupedDigits } from '../../shared/names/counted.ts'

/** A value as it is read first: its target, the address, or its number; every other reading in the tooltip. */
export function ValueChip({ value, withShare = true }: { value: ShownValue; withShare?: boolean }) {
  return (
    <span
      className="chip value-chip"
      title={readings(value)
        .map(([name, text]) => `${name} ${text}`)
        .join('\n')}
    >
      <code>{firstReading(value)}</code>
      {withShare ? <span className="dim">{percentText(value.share)}</span> : null}
    </span>
  )
}

/** In every way that it can be read. */
function firstReading({ pointer, hex, float, text }: ShownValue): string {
  if (pointer === null) return float ?? text
  return pointer === UNNAMED_MEMORY ? hex : `→ ${pointer}`
}

function readings({ text, unsigned, hex, float, pointer, count, share }: ShownValue): Array<[string, string]> {
  const known: Array<[string, string | null]> = [
    ['value', text],
    ['unsigned', unsigned],
    ['hex', hex],
    ['as float', float],
    ['points to', pointer],
    ['seen', `${groupedDigits(count)} times, ${percentText(share)}`],
  ]
  return known.flatMap(([name, reading]): Array<[string, string]> => (reading === null ? [] : [[name, reading]]))
}

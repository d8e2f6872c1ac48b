/** Round times below an axis. */
import { scaleLinear } from '@visx/scale'

const mostTicks = 6
/** CSS pixels that a time and the gap to the next need. */
const tickRoom = 56

/** Round times to name below an axis of `width` CSS pixels, never closer than a name needs. */
export function timeTicks(from: number, to: number, width: number): number[] {
  const scale = scaleLinear<number>({ domain: [from, to], range: [0, width] })
  const fits = (times: number[]): boolean => times.length < 2 || scale(times[1]!) - scale(times[0]!) >= tickRoom
  for (let count = mostTicks; count > 1; count--) {
    const times = scale.ticks(count)
    if (fits(times)) return times
  }
  return scale.ticks(1)
}

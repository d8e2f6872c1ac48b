import type { Statistics } from '../../shared/run.ts'
import { countText, percentText } from '../format/quantities.ts'

/** The caveats of any fraction of the run: samples without a free debug register, and samples that were lost. */
export function unseenText(stats: Statistics): string {
  const lost = Object.values(stats.dropped).reduce((sum, count) => sum + count, 0)
  return `${percentText(stats.blindSpot.share)} of the samples without a free debug register, ${countText(lost)} lost`
}

import type { Statistics } from '../../shared/run.ts'
import { Percent } from '../components/Figures.tsx'
import { countText, percentText } from '../format/quantities.ts'

/** What the run as a whole could not see, and what seeing cost. */
export function Evidence({ stats }: { stats: Statistics }) {
  const dropped = Object.entries(stats.dropped).filter(([, count]) => count > 0).sort((a, b) => b[1] - a[1])
  const shareOf = (count: number): number | null => (stats.samples === 0 ? null : count / stats.samples)
  return (
    <>
      <span title={`Longest run of samples that could not be watched: ${countText(stats.blindSpot.longest)}. Share of samples in runs longer than one.`}>
        blind spot <Percent share={stats.blindSpot.share} />
      </span>
      <span className="dim" title={`${countText(stats.censored)} of ${countText(stats.samples)} samples whose watchpoint never fired: it gave way to a newer sample, or the run ended`}>
        censored <Percent share={shareOf(stats.censored)} />
      </span>
      <span className="dim" title={dropped.length === 0 ? 'No sample was lost.' : `Lost samples by cause:\n${dropped.map(([cause, count]) => `${cause.replaceAll('_', ' ')}: ${countText(count)}`).join('\n')}`}>
        lost {countText(lostSamples(stats))}
      </span>
      <span className="dim" title="CPU time inside the profiler's handlers, as a share of the program's">overhead in handlers <Percent share={stats.handlerShare} /></span>
    </>
  )
}

/** What any fraction of the run must be read with: samples that nobody watched, and samples that were lost. */
export function unseenText(stats: Statistics): string {
  return `${percentText(stats.blindSpot.share)} of the samples in blind spots, ${countText(lostSamples(stats))} lost`
}

function lostSamples({ dropped }: Statistics): number {
  return Object.values(dropped).reduce((sum, count) => sum + count, 0)
}

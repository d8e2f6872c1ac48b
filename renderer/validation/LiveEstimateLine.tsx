import type { LiveEstimate, Truth } from '../../shared/validation.ts'
import { Percent } from '../components/Figures.tsx'
import { countedText, percentText, significant } from '../format/quantities.ts'

/** The real sampler's result in another run of the program, beside the expected one. */
export function LiveEstimateLine({ live, truth }: { live: LiveEstimate; truth: Truth }) {
  const { engine, driver, traps, fraction, ci95, driverWeightedTruth, difference, found, reweighted, reuse } = live
  return (
    <>
      <h2>The real sampler</h2>
      <p className="selectable">
        {engine} engine, {countedText(traps, 'observation')}:{' '}
        {reuse !== null ? (
          <>
            similarity of time distances {reuse.time.s.toFixed(3)}, smoothed {reuse.time.smoothed.toFixed(3)}; of stack distances {reuse.stack.s.toFixed(3)},
            smoothed {reuse.stack.smoothed.toFixed(3)}.
          </>
        ) : (
          <>
            <Percent share={fraction} interval={ci95} />; {driver === 'cpu-time' ? 'ground truth weighted by its samples' : 'ground truth'}{' '}
            {percentText(driverWeightedTruth)}
            {differenceText(difference)}, of {percentText(found)} of the samples.
            {reweighted === null ? null : (
              <>
                {' '}
                Reweighted by the exact executions: <Percent share={reweighted.fraction} interval={reweighted.ci95} />, ground truth{' '}
                {percentText(truth.fraction)}
                {differenceText(reweighted.difference)}; {percentText(reweighted.covered)} of the bytes were accessed by sampled instructions.
              </>
            )}
          </>
        )}
      </p>
    </>
  )
}

function differenceText(points: number | null): string {
  return points === null ? '' : ` (${points < 0 ? '−' : '+'}${significant(Math.abs(points))} points)`
}

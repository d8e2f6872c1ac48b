import type { ReuseTruth } from '../../shared/validation.ts'
import { HistogramChart } from '../reuse/HistogramChart.tsx'

const noCaches: [] = []

/** The exact reuse distances, and the conversion of the exact time distances. */
export function TruthHistograms({ reuse: { time, stack, stackFromTime }, fileName }: { reuse: ReuseTruth; fileName: string }) {
  return (
    <>
      <HistogramChart title="Time distance, exact" histogram={time} caches={noCaches} fileName={`${fileName}-time-distance`} />
      <HistogramChart
        title="Stack distance, exact, and by the model (dashes)"
        histogram={stack}
        model={{ name: 'by the model', histogram: stackFromTime }}
        caches={noCaches}
        fileName={`${fileName}-stack-distance`}
      />
    </>
  )
}

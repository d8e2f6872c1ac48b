import type { Engine } from '../../shared/run.ts'
import type { EngineReport } from '../../shared/rpc/host.ts'
import { useAppState } from '../application/context.ts'
import { EngineLine } from './EngineLine.tsx'
import { RemedyLine } from './RemedyLine.tsx'

const engineWords: Record<Engine, string> = {
  software: 'samples by CPU time, needs no PMU',
  pebs: 'samples memory accesses with Intel’s PMU',
  ibs: 'samples memory accesses with AMD’s PMU',
  exhaustive: 'counts every access, runs many times slower',
  virtual: 'simulates a PMU inside the exhaustive engine',
}

/** The engine that records: the best that works here, or a chosen one; why not a better one, and the remedy. */
export function EngineChoice({
  id,
  engine,
  attach,
  onChange,
}: {
  id: string
  engine: Engine | 'auto'
  attach: boolean
  onChange(engine: Engine | 'auto'): void
}) {
  const doctor = useAppState((state) => state.doctor)
  const engines = doctor?.engines ?? []
  const shown = engines.find((candidate) => candidate.engine === engine)
  const chosenByAuto = engines.findIndex((candidate) => candidate.engine === doctor?.engine)
  const better = engine === 'auto' ? engines.slice(0, Math.max(0, chosenByAuto)).filter((candidate) => !candidate.works) : []
  // The form chose the exhaustive engine since nothing else works.
  const whyNotSampling = engine === 'exhaustive' && doctor?.engine === null ? engines.filter((candidate) => candidate.engine === 'software') : []
  return (
    <>
      {engines.length === 0 ? null : (
        <select id={id} value={engine} onChange={(event) => onChange(event.target.value as Engine | 'auto')}>
          <option value="auto">auto{doctor?.engine == null ? '' : `: ${doctor.engine}`}</option>
          {engines.map((candidate) => (
            <option key={candidate.engine} value={candidate.engine} disabled={!candidate.works || (attach && candidate.engine === 'exhaustive')}>
              {candidate.engine}: {engineWords[candidate.engine]}
              {!candidate.works ? ' (not available here)' : attach && candidate.engine === 'exhaustive' ? ' (cannot attach)' : ''}
            </option>
          ))}
        </select>
      )}
      {shown === undefined ? <EngineLine /> : <EngineReason report={shown} />}
      {[...better, ...whyNotSampling].map((candidate) => (
        <EngineReason key={candidate.engine} report={candidate} />
      ))}
    </>
  )
}

function EngineReason({ report: { engine, works, reason, ...lifted } }: { report: EngineReport }) {
  return (
    <div className="engine-reason">
      <span className="dim">
        {works ? '' : 'Not '}
        {engine}: {reason}
      </span>
      <RemedyLine {...lifted} />
    </div>
  )
}

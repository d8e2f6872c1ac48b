import { Failure, exitStatus } from '../../failure.ts'
import { perfWorks } from './engine.ts'
import type { Machine } from './engine.ts'
import type { SamplingOptions } from '../options.ts'
import { probeMachine } from './probe.ts'
import { checkTracer } from '../tracer.ts'

/**
 * Runs the self-tests that a recording with these options depends on. Throws Failure 125: `record` reports all its own
 * failures so, including the machine's.
 */
export async function examineForRecording({ transport }: Pick<SamplingOptions, 'transport'>): Promise<Machine> {
  try {
    const probe = await probeMachine()
    const needsTracer = transport === 'tracer' || (transport === 'auto' && !perfWorks(probe))
    return { probe, tracer: needsTracer ? await checkTracer() : null }
  } catch (error) {
    if (error instanceof Failure) throw new Failure(exitStatus.recordFailure, error.message)
    throw error
  }
}

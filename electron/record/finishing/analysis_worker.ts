/** Worker thread of analysis.ts and analysis_ahead.ts: one analysis, then it stores its reusable results and ends. */
import { parentPort, workerData } from 'node:worker_threads'
import { setImmediate as turn } from 'node:timers/promises'
import { RpcError } from '../../../shared/rpc/contract.ts'
import { messageOf } from '../../failure.ts'
import { RecordingAnalysis, runAnalysis, summaryOf } from '../run_analysis.ts'
import type { AheadWork, AnalysisMessage, AnalysisWork, ProfileRequest } from './analysis_messages.ts'
import { analyzeAhead } from './analysis_ahead.ts'
import { polledSignal } from './polled_signal.ts'

const port = parentPort
if (port === null) throw new Error('analysis_worker runs in a worker thread only')
const post = (message: AnalysisMessage): void => port.postMessage(message)

const work = workerData as AnalysisWork
const cancelling = new AbortController()
const ending = new AbortController()
let wanted: ProfileRequest | null = null
const take = (message: 'cancel' | ProfileRequest): void => {
  if (message === 'cancel') cancelling.abort()
  else wanted = message
  ending.abort()
}
port.on('message', take)
const hooks = {
  signal: polledSignal(port, cancelling.signal, (message) => take(message as Parameters<typeof take>[0])),
  onProgress: (share: number) => post({ type: 'progress', share }),
}

/** Analyses ahead until then. Null: only the end was requested. */
async function requested(analysis: RecordingAnalysis, { directory, summarised }: AheadWork): Promise<ProfileRequest | null> {
  post({ type: 'ready' })
  await analyzeAhead(summarised ? summarisedAhead(analysis) : analysis, directory, ending.signal)
  return wanted
}

/** Each analysis with its report: the last one then runs code that is loaded and compiled. */
function summarisedAhead(analysis: RecordingAnalysis): Pick<RecordingAnalysis, 'ahead'> {
  return {
    async ahead(directory, hooks) {
      const made = await analysis.ahead(directory, hooks)
      const { analysedSummaryReport } = await import('../../report/summary_report.ts')
      // A request may wait, and would have to wait for the report.
      await turn()
      if (made !== null && !hooks.signal.aborted) analysedSummaryReport(made, directory, { has: () => true })
      return made
    },
  }
}

async function makeProfile(work: Exclude<AnalysisWork, { type: 'shard' }>): Promise<void> {
  const analysis = new RecordingAnalysis()
  const request = work.type === 'ahead' ? await requested(analysis, work) : work
  const made = request === null ? null : await analysis.profile(request, hooks)
  post({ type: 'done', summary: request !== null && work.type === 'ahead' && work.summarised ? await summaryOf(made, request.output) : null })
  // Nobody waits for this but the process, which meanwhile reads the profile.
  analysis.keep()
  analysis.close()
}

try {
  if (work.type === 'shard') {
    await runAnalysis(work, hooks)
    post({ type: 'done', summary: null })
  } else await makeProfile(work)
} catch (error) {
  post({ type: 'failed', message: messageOf(error), code: error instanceof RpcError ? error.code : null })
} finally {
  port.close()
}

import { EventEmitter } from 'node:events'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { analyzeRecording } from '../../analysis/analyze_recording.ts'
import { recordingDirectory, SOLVER_SYMBOLS, solverRecording } from '../../analysis/recording.testing.ts'
import { KeptAnswers } from '../../analysis/symbols/kept_answers.ts'
import type { SymbolSource } from '../../analysis/symbols/symbol_source.ts'
import { temporaryDirectory } from '../../profile/temporary_directory.testing.ts'
import { openProfile } from '../../profile/open_profile.ts'
import { carriedReport } from '../../report/kept/carried_report.ts'
import { carryReportOf } from '../../report/kept/carry_report.ts'
import { openSummaryReport } from '../../report/summary_report.ts'
import { RecordingAnalysis, runAnalysis } from '../run_analysis.ts'
import { AnalysisAhead, analyzeAhead } from './analysis_ahead.ts'
import { analyze } from './analysis.ts'
import type { AnalysisProgress } from './analysis_messages.ts'

vi.mock('../../report/kept/carry_report.ts', { spy: true })
vi.mock('../../analysis/analyze_recording.ts', { spy: true })
vi.mock('../../profile/open_profile.ts', { spy: true })

const hooks = { onProgress: () => {}, signal: null }
const NAME = 'process-1-1.hagraw'

function cancelling(): { signal: AbortSignal; abort(): void } {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}

test('a profile is the same after an analysis of less of the recording, which leaves its modules open', async () => {
  const opened: string[] = []
  const symbols: SymbolSource = {
    openModule(path, options) {
      opened.push(path)
      return SOLVER_SYMBOLS.openModule(path, options)
    },
  }
  const directory = recordingDirectory({ [NAME]: solverRecording({ traps: 10 }) })
  const output = join(temporaryDirectory(), 'a.hagstone')
  const request = { type: 'profile' as const, directory, output, counting: null, reduce: false }
  const analysis = new RecordingAnalysis(symbols)
  await analysis.ahead(directory, { onProgress: () => {}, signal: new AbortController().signal })
  solverRecording({ traps: 100 }).write(join(directory, NAME))
  await analysis.profile(request, hooks)
  const whole = readFileSync(output)
  expect(opened).toHaveLength(1)
  analysis.close()
  const alone = new RecordingAnalysis(symbols)
  await alone.profile(request, hooks)
  alone.close()
  expect(readFileSync(output).equals(whole)).toBe(true)
})

test('a large profile carries its report, and is written whole if that fails or is cancelled', async () => {
  const directory = recordingDirectory({ [NAME]: solverRecording({ traps: 100 }) })
  const folder = temporaryDirectory()
  mkdirSync(folder, { recursive: true })
  const written = async (name: string, large: { rows: number; bytes: number }, own: AnalysisProgress = hooks): Promise<string> => {
    const output = join(folder, name)
    const analysis = new RecordingAnalysis(SOLVER_SYMBOLS, large)
    await analysis.profile({ type: 'profile', directory, output, counting: null, reduce: false }, own)
    analysis.close()
    return output
  }
  const carries = (path: string): boolean => {
    const { profile, close } = openProfile(path)
    const carried = carriedReport(profile, path, () => null)
    close()
    return carried !== null
  }
  expect(carries(await written('large.hagstone', { rows: 0, bytes: 0 }))).toBe(true)
  const small = await written('small.hagstone', { rows: 1_000_000, bytes: 0 })
  expect(carries(small)).toBe(false)
  const all = { rows: 0, bytes: 0 }
  const { signal, abort } = cancelling()
  const shares: number[] = []
  const cancelled = await written('cancelled.hagstone', all, {
    signal,
    onProgress: (share) => {
      shares.push(share)
      if (share > 0.8) abort()
    },
  })
  expect(readFileSync(cancelled).equals(readFileSync(small))).toBe(true)
  expect(shares).toEqual([...shares].sort((a, b) => a - b))
  vi.mocked(carryReportOf).mockImplementation(() => {
    throw new Error('the disk is full')
  })
  vi.mocked(analyzeRecording).mockClear()
  expect(readFileSync(await written('failed.hagstone', all)).equals(readFileSync(small))).toBe(true)
  expect(analyzeRecording).toHaveBeenCalledOnce()
  expect(readdirSync(folder).sort()).toEqual(['cancelled.hagstone', 'failed.hagstone', 'large.hagstone', 'small.hagstone'])
})

test('modules answer from what is kept, and new answers are kept with the rest', async () => {
  const extend = vi.spyOn(KeptAnswers.prototype, 'extend')
  const keep = vi.spyOn(KeptAnswers.prototype, 'keep')
  const analysis = new RecordingAnalysis(SOLVER_SYMBOLS)
  const request = { directory: recordingDirectory({ [NAME]: solverRecording() }), output: join(temporaryDirectory(), 'answers.hagstone') }
  await analysis.profile({ type: 'profile', ...request, counting: null, reduce: false }, hooks)
  expect(extend).toHaveBeenCalled()
  analysis.keep()
  expect(keep).toHaveBeenCalledOnce()
  analysis.close()
})

test('the thread that analysed ahead makes the profile', async () => {
  const directory = recordingDirectory({ [NAME]: solverRecording() })
  const [ahead, alone] = ['ahead', 'alone'].map((name) => join(temporaryDirectory(), `${name}.hagstone`)) as [string, string]
  const begun = new AnalysisAhead(directory, () => true)
  await expect.poll(() => begun.isReady).toBe(true)
  expect(await analyze(directory, ahead, { ...hooks, ahead: begun })).toBeNull()
  await runAnalysis({ type: 'profile', directory, output: alone, counting: null, reduce: false }, hooks)
  expect(readFileSync(ahead).equals(readFileSync(alone))).toBe(true)
})

test('it makes the report of the summary, if asked', async () => {
  const directory = recordingDirectory({ [NAME]: solverRecording({ traps: 100 }) })
  const output = join(temporaryDirectory(), 'a.hagstone')
  const begun = new AnalysisAhead(directory, () => true, true)
  await expect.poll(() => begun.isReady).toBe(true)
  const made = await analyze(directory, output, { ...hooks, ahead: begun })
  expect(made?.report.totals).not.toEqual({})
  expect(made).toEqual(openSummaryReport(output, { has: () => false }))
})

test('a small recording is analysed with its report, and without reading the profile', async () => {
  const directory = recordingDirectory({ [NAME]: solverRecording({ traps: 100 }) })
  const output = join(temporaryDirectory(), 'small.hagstone')
  vi.mocked(openProfile).mockClear()
  const made = await analyze(directory, output, { ...hooks, smallHere: true })
  expect(openProfile).not.toHaveBeenCalled()
  expect(made).toEqual(openSummaryReport(output, { has: () => false }))
})

test('a profile is finished when the thread says so, although it still keeps what it learned', async () => {
  const requests: unknown[] = []
  const worker = Object.assign(new EventEmitter(), {
    postMessage: (request: unknown) => {
      requests.push(request)
      setImmediate(() => worker.emit('message', { type: 'done', summary: null }))
    },
  })
  await analyze('/recording', '/a.hagstone', { ...hooks, ahead: { take: () => worker } as unknown as AnalysisAhead })
  expect(requests).toMatchObject([{ type: 'profile', directory: '/recording', output: '/a.hagstone' }])
})

test('without an idle processor nothing is analysed ahead', async () => {
  const directory = recordingDirectory({ [NAME]: solverRecording() })
  const looks = vi.fn(() => false)
  const begun = new AnalysisAhead(directory, looks)
  await expect.poll(() => looks.mock.calls.length).toBeGreaterThan(1)
  expect(begun.take()).toBeNull()
})

test('an analysis stops when no processor is idle any more, and begins again later', async () => {
  const ending = new AbortController()
  let isIdle = true
  const stopped: boolean[] = []
  const ahead: RecordingAnalysis['ahead'] = async (_, { onProgress, signal }) => {
    onProgress(0.5)
    stopped.push(signal.aborted)
    isIdle = false
    onProgress(0.6)
    stopped.push(signal.aborted)
    if (stopped.length > 2) ending.abort()
    throw new Error('cancelled')
  }
  await analyzeAhead({ ahead }, '/recording', ending.signal, () => {
    const was = isIdle
    isIdle = true
    return was
  })
  expect(stopped).toEqual([false, true, false, true])
})

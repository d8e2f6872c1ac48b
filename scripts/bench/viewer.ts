/**
 * How the viewer's query service fares with a profile, asked as a window asks it. Prints one JSON object of
 * medians in seconds, of the clock and of the processor (all threads of the process), and the memory of the process in bytes:
 *
 *   node scripts/bench/viewer.ts PROFILE
 */
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '../../shared/rpc/client.ts'
import type { Parameters, RpcClient } from '../../shared/rpc/contract.ts'
import { connectedPorts } from '../../electron/rpc/memory_port.testing.ts'
import { createWindowHost } from '../../electron/services/window_host.ts'
import { median } from './statistics.ts'

/** The question, with its seconds. */
export interface QuestionTimes {
  /** From profile.open to the first rows of the top-down tree. */
  firstRows: number
  expand: number
  sort: number
  search: number
  pairRows: number
  pairSearch: number
  flat: number
  bottomUp: number
  flame: number
}

export interface ViewerTimes extends QuestionTimes {
  contexts: number
  pairs: number
  fileBytes: number
  /** Less depends on what else the machine does. */
  processor: QuestionTimes
  /** Bytes. */
  peakMemory: number
  memory: number
}

const [path = ''] = process.argv.slice(2)
const repetitions = 5
const screenful = 60
const bytesPerKilobyte = 1024
/** Milliseconds. */
const firstLook = 1000

interface Taken {
  clock: number
  processor: number
}

async function timed(work: () => Promise<unknown>): Promise<Taken> {
  const start = performance.now()
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return { clock: (performance.now() - start) / 1000, processor: (user + system) / 1e6 }
}

/** Memory of the whole process, including its query thread. */
function memoryOf(field: 'VmRSS' | 'VmHWM'): number {
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync('/proc/self/status', 'utf8'))![1]) * bytesPerKilobyte
}

async function measure(client: RpcClient, path: string): Promise<ViewerTimes> {
  const first = (view: number) => client.call('tree.rows', { view, start: 0, count: screenful })
  const pairQuestion = (change: Partial<Parameters<'pairs.rows'>>): Parameters<'pairs.rows'> => ({
    profile: 1,
    filter: { wastefulOnly: true, search: '', regularExpression: false, side: 'either' },
    sort: { column: 'waste', descending: true },
    start: 0,
    count: screenful,
    ...change,
  })
  // The thread that answers starts with the window, before a profile is chosen.
  await client.call('profile.close', { profile: 1 }).catch(() => null)
  let view = 0
  let [profile, contexts, pairs] = [0, 0, 0]
  const firstRows = await timed(async () => {
    ;({ profile, nodeCount: contexts, pairCount: pairs } = await client.call('profile.open', { path }))
    view = (await client.call('tree.create', { profile, kind: 'top-down', sort: { column: 'wasteInclusive', descending: true } })).view
    await first(view)
  })
  // After opening a profile, users look at its first rows before asking for more.
  await new Promise((resolve) => setTimeout(resolve, firstLook))
  const times: Record<keyof QuestionTimes, Taken[]> = {
    firstRows: [firstRows],
    expand: [],
    sort: [],
    search: [],
    pairRows: [],
    pairSearch: [],
    flat: [],
    bottomUp: [],
    flame: [],
  }
  for (let round = 0; round < repetitions; round++) {
    const { version, rows } = await first(view)
    const index = rows.findIndex((row) => row.expandable && !row.expanded)
    times.expand.push(
      await timed(async () => {
        await client.call('tree.expand', { view, version, index: index < 0 ? 0 : index, expanded: true, deep: false })
        await first(view)
      }),
    )
    times.sort.push(
      await timed(async () => {
        await client.call('tree.sort', { view, sort: { column: round % 2 === 0 ? 'name' : 'wasteExclusive', descending: true }, keep: null })
        await first(view)
      }),
    )
    times.search.push(await timed(() => client.call('tree.search', { view, text: `function_${1000 + round}`, regularExpression: false })))
    times.pairRows.push(
      await timed(() =>
        client.call('pairs.rows', pairQuestion({ profile, sort: { column: round % 2 === 0 ? 'traps' : 'waste', descending: round % 2 === 0 } })),
      ),
    )
    times.pairSearch.push(
      await timed(() =>
        client.call(
          'pairs.rows',
          pairQuestion({ profile, filter: { wastefulOnly: true, search: `function_${2000 + round}`, regularExpression: false, side: 'either' } }),
        ),
      ),
    )
  }
  const open = (kind: 'flat' | 'bottom-up'): Promise<Taken> =>
    timed(async () => first((await client.call('tree.create', { profile, kind, sort: { column: 'wasteInclusive', descending: true } })).view))
  times.flat.push(await open('flat'))
  times.bottomUp.push(await open('bottom-up'))
  times.flame.push(await timed(() => client.call('flame.read', { profile, side: 'source', inverted: false, around: null, narrowed: null })))
  const medians = (which: keyof Taken): QuestionTimes =>
    Object.fromEntries(Object.entries(times).map(([name, taken]) => [name, median(taken.map((each) => each[which]))])) as unknown as QuestionTimes
  return {
    contexts,
    pairs,
    fileBytes: statSync(path).size,
    ...medians('clock'),
    processor: medians('processor'),
    peakMemory: memoryOf('VmHWM'),
    memory: memoryOf('VmRSS'),
  }
}

const directory = mkdtempSync(join(tmpdir(), 'hagstone-bench-'))
try {
  process.env['XDG_STATE_HOME'] = process.env['XDG_CONFIG_HOME'] = directory
  const host = createWindowHost({ kind: 'serve', launchRefusal: 'a benchmark', openAtStart: [], compareAtStart: null, chooseFile: () => Promise.resolve(null) })
  const [window, port] = connectedPorts()
  host.connect(port)
  console.log(JSON.stringify(await measure(createClient(window), path)))
  await host.dispose()
} finally {
  rmSync(directory, { recursive: true, force: true })
}

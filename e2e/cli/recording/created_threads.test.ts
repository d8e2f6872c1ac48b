/** Threads are below their creator, on request: the same in both engines. */
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { openProfile } from '../../../electron/profile/open_profile.ts'
import { shortFunctionName } from '../../../shared/findings/wording/short_names.ts'
import type { ProfileTables } from '../../../shared/profile/profile.ts'
import { isFunctionRow } from '../../../shared/profile/tables.ts'
import { long } from '../../../scripts/test/long.ts'
import { exhaustiveEngineIsBuilt } from '../../support/exhaustive_engine.ts'
import { hagstone } from '../../support/hagstone.ts'
import { sampleLine, sampleProgram, type Sample } from '../../support/samples.ts'
import { temporaryDirectory } from '../directory.ts'

const path = temporaryDirectory()

type Engine = 'software' | 'exhaustive'
const options: Record<Engine, string[]> = {
  software: ['--rate', '1000', '--max-overhead', '0'],
  exhaustive: ['--engine', 'exhaustive'],
}

interface Spent {
  /** Outermost first. */
  functions: string[]
  /** Line of each call in the caller. */
  lines: number[]
  cost: number
}

function contextsOf({ nodes, functions, cpuTimes, executed }: ProfileTables): Spent[] {
  const [node, cost] = executed.length > 0 ? [executed.node, executed.instructions] : [cpuTimes.node, cpuTimes.interrupts]
  return Array.from(node, (leaf, i) => {
    const spent: Spent = { functions: [], lines: [], cost: cost[i]! }
    for (let row = leaf; row > 0; row = nodes.parent[row]!) {
      if (!isFunctionRow(nodes.kind[row]!)) continue
      spent.functions.unshift(shortFunctionName(functions[nodes.functionIndex[row]!]!.name))
      spent.lines.unshift(nodes.line[row]!)
    }
    return spent
  })
}

async function recorded(sample: Sample, engine: Engine): Promise<{ plain: Spent[]; created: Spent[]; file: string }> {
  const file = path(`${basename(sample)}-${engine}.hagstone`)
  const { status, stderr } = await hagstone([
    'record',
    '--tool',
    'dead-stores',
    ...options[engine],
    '--output',
    file,
    '--',
    sampleProgram(sample),
    ...(engine === 'exhaustive' ? ['5'] : []),
  ])
  expect(status, stderr).toBe(0)
  const { profile, created, close } = openProfile(file)
  const contexts = { plain: contextsOf(profile), created: contextsOf(created!.profile), file }
  close()
  return contexts
}

/** Expects the frames above `name`, from the outermost frame of the program on, with the line of the call, in nearly all of the cost there. */
function expectBelow(contexts: Spent[], name: string, above: Array<[name: string, line?: number]>): void {
  const inside = contexts.filter(({ functions }) => functions.includes(name))
  const total = inside.reduce((sum, { cost }) => sum + cost, 0)
  expect(total, name).toBeGreaterThan(30)
  const meant = inside.filter(({ functions, lines }) => {
    let at = -1
    return above.every(([wanted, line]) => {
      at = functions.indexOf(wanted, at + 1)
      return at >= 0 && at < functions.indexOf(name) && (line === undefined || lines[at] === line)
    })
  })
  expect(
    meant.reduce((sum, { cost }) => sum + cost, 0) / total,
    `${name}: ${JSON.stringify(inside.find((one) => !meant.includes(one)))}`,
  ).toBeGreaterThanOrEqual(0.99)
}

function expectNoCreator(contexts: Spent[], name: string, creators: string[]): void {
  for (const { functions } of contexts.filter((one) => one.functions.includes(name)))
    expect(functions.filter((one) => creators.includes(one) || one.startsWith('thread created by'))).toEqual([])
}

const engines: Engine[] = ['software', 'exhaustive']

test.for(engines)('%s: threads of a C program stand below what created them', async (engine, { skip }) => {
  if (engine === 'exhaustive' && !exhaustiveEngineIsBuilt) skip('the exhaustive engine is not built')
  const sample = 'threads_created/pool'
  const { plain, created, file } = await recorded(sample, engine)
  const line = (mark: string): number => sampleLine(sample, mark).number
  expectBelow(created, 'work', [['main'], ['start_pool'], ['thread created by start_pool', line('pool')]])
  expectBelow(created, 'follow_up', [['main'], ['thread created by main', line('leader')], ['lead'], ['thread created by lead', line('follower')]])
  expectBelow(plain, 'own', [['main']])
  expectNoCreator(plain, 'work', ['main', 'start_pool'])
  expectNoCreator(plain, 'follow_up', ['main', 'lead'])
  expectNoCreator(created, 'own', [])
  const sum = (contexts: Spent[]): number => contexts.reduce((all, { cost }) => all + cost, 0)
  expect(sum(plain)).toBe(sum(created))
  const tree = async (more: string[]): Promise<string> => (await hagstone(['report', file, '--view', 'tree', ...more])).stdout
  expect(await tree(['--creators'])).toMatch(/thread created by start_pool[^]*work/)
  expect(await tree([])).not.toContain('thread created by')
})

// Analysis finds the creator below the library for both engines; what the exhaustive one records of it, the C program shows.
async function expectLibraryThreadsBelow(engine: Engine): Promise<void> {
  const sample = 'threads_created/tasks'
  const { created } = await recorded(sample, engine)
  // Functions of the library stand between, and the row names none of them.
  expectBelow(created, 'sum_up', [['main'], ['begin_sum'], ['thread created by begin_sum']])
  expectBelow(created, 'count_up', [['main'], ['begin_count'], ['thread created by begin_count']])
  expectBelow(created, 'sort_out', [['main'], ['Sorter::Sorter'], ['thread created by Sorter::Sorter']])
  expectBelow(created, 'pooled', [['main'], ['Pool::Pool'], ['thread created by Pool::Pool']])
}

test('threads of the C++ library stand below what created them', () => expectLibraryThreadsBelow('software'))

test.skipIf(!exhaustiveEngineIsBuilt)('exhaustive: threads of the C++ library stand below what created them', long, () =>
  expectLibraryThreadsBelow('exhaustive'),
)

test('a profile of one thread says nothing about creators', async () => {
  const file = path('alone.hagstone')
  await hagstone(['record', '--tool', 'dead-stores', '--output', file, '--', sampleProgram('two_phases')])
  const { status, stderr } = await hagstone(['report', file, '--creators'])
  expect(status).not.toBe(0)
  expect(stderr).toContain('created no threads')
})

/** The work of parallel regions that is known by thread. */
import { expect, it } from 'vitest'
import { profileFromStacks } from '../../profile/profile_from_stacks.testing.ts'
import type { RegionWork } from '../../../shared/run.ts'
import { workOfRegions } from './region_work.ts'

interface Drawn {
  /** "REGION" represents the name of a parallel region. */
  context: string
  waits?: boolean
  /** Instructions by process and thread. */
  executed: Array<[process: number, thread: number, instructions: number]>
}

/** Thread 1 of process 0, and threads 1 and 2 of process 1. */
const threadRows = [
  new Map([[1, 0]]),
  new Map([
    [1, 1],
    [2, 2],
  ]),
]

function workOf(drawn: Drawn[]): RegionWork['threads'][] | undefined {
  const { nodes, functions, pairs } = profileFromStacks(drawn.map(({ context }, i) => `${context}   dead-stores:KILLED_BY   ${context}   ${i + 1}`).join('\n'))
  const named = functions.map((each) => (each.name === 'REGION' ? { ...each, name: 'parallel region at omp.c:9' } : each))
  const rows = drawn.flatMap(({ executed }, context) => executed.map(([process, thread, instructions]) => ({ context, process, thread, instructions })))
  const waits = new Uint8Array(nodes.length)
  drawn.forEach((each, at) => (waits[pairs.source[at]!] = each.waits === true ? 1 : 0))
  return workOfRegions({
    byThread: {
      context: Int32Array.from(rows, ({ context }) => context),
      process: Int32Array.from(rows, ({ process }) => process),
      thread: Int32Array.from(rows, ({ thread }) => thread),
      amount: Float64Array.from(rows, ({ instructions }) => instructions),
    },
    instructionNode: pairs.source,
    tree: { nodes, functions: named },
    waits,
    threadRows,
  })?.map(({ threads }) => threads)
}

const BARRIER = 'main omp.c:30 > fill omp.c:8 > REGION omp.c:14 > libgomp.so.1!GOMP_barrier'

it('is what each thread executed there, without waiting', () => {
  expect(
    workOf([
      {
        context: 'main omp.c:30 > fill omp.c:8 > REGION omp.c:11',
        executed: [
          [1, 1, 300],
          [1, 2, 90],
        ],
      },
      { context: 'main omp.c:30 > fill omp.c:8 > REGION omp.c:12 > compute omp.c:3', executed: [[1, 2, 10]] },
      {
        context: BARRIER,
        waits: true,
        executed: [
          [1, 2, 7000],
          [0, 1, 5],
        ],
      },
      { context: 'main omp.c:31', executed: [[1, 1, 900]] },
    ]),
  ).toEqual([
    [
      [0, 0],
      [1, 300],
      [2, 100],
    ],
  ])
})

it('is not known of one thread alone', () => {
  expect(workOf([{ context: 'main omp.c:30 > fill omp.c:8 > REGION omp.c:11', executed: [[1, 1, 300]] }])).toBeUndefined()
})

it.each(['GOMP_loop_nonmonotonic_dynamic_next', 'GOMP_loop_ull_guided_next', 'GOMP_sections_next', 'GOMP_single_start', 'GOMP_task', '__kmpc_dispatch_next_4'])(
  'means nothing where %s hands it out',
  (name) => {
    const region = (called: string): ReturnType<typeof workOf> =>
      workOf([
        {
          context: 'main omp.c:30 > fill omp.c:8 > REGION omp.c:11',
          executed: [
            [1, 1, 300],
            [1, 2, 100],
          ],
        },
        { context: `main omp.c:30 > fill omp.c:8 > REGION omp.c:12 > libgomp.so.1!${called}`, executed: [[1, 1, 30]] },
      ])
    expect(region(name)).toBeUndefined()
    expect(region('GOMP_loop_static_next')).toEqual([
      [
        [1, 330],
        [2, 100],
      ],
    ])
  },
)

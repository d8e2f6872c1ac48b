/** A profile in which each sampling tool has one pair; half of the reuses come after 1 µs of CPU time, half after 5 µs. */
import type { ProfileTables } from '../../shared/profile/profile.ts'
import { profileFromStacks } from './profile_from_stacks.testing.ts'

export function severalTools(): ProfileTables {
  const drawn = profileFromStacks(`
    main main.c:41 > ~set set.h:5    KILLED_BY                      main main.c:44 > fill solver.c:131   90000000/90
    main main.c:41 > ~set set.h:5    silent-stores:REDUNDANT_WITH   main main.c:44 > fill solver.c:131   80000000/80
    main main.c:50                   reuse-distance:REUSED_BY       main main.c:50                       50000000/50
    main main.c:60                   false-sharing:SHARED_WITH      main main.c:61                       7000000/7
  `)
  const half = drawn.pairs.source[2]!
  return {
    ...drawn,
    run: { ...drawn.run, granularity: 'word', distanceUnit: 'cpu-time', caches: [{ level: 1, bytes: 32768 }] },
    objects: [{ name: 'counters', module: 0, kind: null, bytes: -1, allocation: -1, loads: {} }],
    pairs: {
      ...drawn.pairs,
      object: Int32Array.of(-1, -1, -1, 0),
      flags: Uint8Array.of(0, 1, 0, 0),
      latency: Float64Array.of(0, 400, 0, 0),
      latencyCredit: Float64Array.of(0, 4, 0, 0),
      cacheMisses: Float64Array.of(0, 1, 0, 0),
    },
    reuses: {
      length: 2,
      pair: Int32Array.of(2, 2),
      distance: Float64Array.of(1000, 5000),
      weight: Float64Array.of(25, 25),
      time: Float64Array.of(1, 2),
      object: Int32Array.of(-1, -1),
    },
    censored: {
      length: 1,
      node: Int32Array.of(half),
      distance: Float64Array.of(10),
      weight: Float64Array.of(50),
      time: Float64Array.of(3),
      flags: new Uint8Array(1),
      object: Int32Array.of(-1),
    },
    watches: {
      length: 1,
      node: Int32Array.of(half),
      tool: Uint8Array.of(3),
      samples: Float64Array.of(100),
      accounted: Float64Array.of(50),
      armed: Float64Array.of(80),
      bytes: Float64Array.of(800),
    },
    threads: [
      {
        rank: 0,
        process: 1,
        thread: 2,
        name: 'worker',
        cpuTime: 1e9,
        coverage: 0.5,
        samples: 120,
        tools: { 'dead-stores': { traps: 90, waste: 90_000_000, use: 0 }, 'reuse-distance': { traps: 50, waste: 0, use: 0 } },
      },
    ],
  }
}

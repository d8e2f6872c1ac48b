/** Recordings that mutation starts from, besides those of damaged_recordings.testing.ts. */
import { RECORD, SPATIAL_VALUES } from '../raw/raw_layout.ts'
import { RawFileBuilder } from '../raw/raw_writer.testing.ts'

/** Dead stores of a sampler: one pair, its traps and its watchpoints. */
export function sampledStores(): RawFileBuilder {
  const file = new RawFileBuilder().module(1, '/bin/solver').thread(1, 'solver').threadEnd(1, 10_000_000_000)
  const root = file.threadRoot(1, 1)
  const first = file.context(1, file.context(1, root, 1, 0x110, 1), 1, 0x200)
  const second = file.context(1, file.context(1, root, 1, 0x120, 1), 1, 0x300)
  const killed = file.pair(1, first, second, 1, { traps: 9, credit: 9, amount: 90_000_000 })
  const used = file.pair(1, first, second, 2, { traps: 1, credit: 1, amount: 10_000_000, partial: 1 })
  for (let trap = 0; trap < 10; trap++) file.trap(1, 1_000_000_000 + trap * 100_000_000, trap === 9 ? used : killed)
  return file
    .watch(1, first, { sampled: 15, accounted: 10, armed: 12, bytes: 120 })
    .statistics(1, { samples: 15, armed: 12, traps: 10, cpu_time: 10_000_000_000, handler_time: 50_000_000 })
}

/** Value profiles, a region that the program named, and room for the values of a mark. */
export function namedValues(): RawFileBuilder {
  const file = new RawFileBuilder({
    engine: 4,
    driver: 1,
    tools: 1n << 8n,
    period: 1n,
    value_table_size: 10,
    value_roles: 0b110,
    value_profile: 2,
    value_back_off: 1500,
    value_flags: 7,
  })
    .module(1, '/bin/a')
    .thread(1, 'main')
    .threadEnd(1, 5)
  const main = file.context(1, file.threadRoot(1, 1), 1, 0x1100, 1)
  file.object(1, { kind: 2, context: main, bytes: 4096 })
  return file
    .valueTable(1, {
      module: 1,
      offset: 0x1200,
      role: 1,
      instructionClass: 2,
      element: 2,
      slot: 9,
      executions: 100,
      entries: [
        [0x8000000000000001n, 7],
        [5, 2],
        [9, 1],
      ],
      inMemory: [0, 2],
      profiled: 12,
      repeats: 3,
      zeros: 1,
      retried: 2,
      converged: 4,
      increasing: 5,
      decreasing: 6,
    })
    .valueTable(1, { module: 1, offset: 0x1300, role: 5, operation: 1, bytes: 4, flags: 1, entries: [] })
    .other(0, RECORD.region, 16)
    .other(1, RECORD.spatialValues, SPATIAL_VALUES.size)
    .statistics(1, { instructions: 1_000, instructions_measured: 10, windows: 1 })
}

import { expect, test } from 'vitest'
import { totalsByTool } from '../../../shared/metrics/totals.ts'
import { registersReport } from '../../../shared/registers.ts'
import { ACCESS_LOADED_REGISTER, ACCESS_REGISTER, ACCESS_STORE, CONTEXT_RETURN_ADDRESS, PAIR_FLAG_LOADED } from '../../raw/raw_layout.ts'
import { RawFileBuilder } from '../../raw/raw_writer.testing.ts'
import { analyzeInMemory } from '../analyze_recording.ts'
import { DESCRIPTION, PROGRAM, recordingDirectory } from '../recording.testing.ts'
import { readRecordingDirectory } from '../recording_directory.ts'

const SILENT_STORES = 2
const REGISTERS = 7
const REDUNDANT_WITH = 3

test('the fractions are bytes that were there already, by destination, and the later writes are the useful ones', async () => {
  const file = new RawFileBuilder({ engine: 4, driver: 1, period: 1n, attribution: 2, tools: 0b10000100n }).module(1, PROGRAM).thread(1, 'main')
  const call = file.context(1, file.threadRoot(1, 1), 1, 0x120, CONTEXT_RETURN_ADDRESS)
  const [first, second, store] = [0x300, 0x304, 0x308].map((offset) => file.context(1, call, 1, offset)) as [number, number, number]
  file.blockCount(
    1,
    file.block(1, 1, 0x300, [
      { offset: 0, kind: ACCESS_REGISTER, bytes: 4 },
      { offset: 4, kind: ACCESS_LOADED_REGISTER, bytes: 8 },
      { offset: 8, kind: ACCESS_STORE, bytes: 8 },
    ]),
    call,
    100,
  )
  // The 4-byte write zeroes the rest of its register, so more is redundant with it than it counts.
  file.exactPair(1, first, second, { tool: REGISTERS, relation: REDUNDANT_WITH, flags: PAIR_FLAG_LOADED }, { instances: 90, bytes: 720 })
  file.exactPair(1, second, first, { tool: REGISTERS, relation: REDUNDANT_WITH, flags: 0 }, { instances: 10, bytes: 40 })
  file.exactPair(1, store, store, { tool: SILENT_STORES, relation: REDUNDANT_WITH, flags: 0 }, { instances: 5, bytes: 40 })
  file.statistics(1, { instructions_measured: 400, repeating_instructions: 100 })
  const { profile } = await analyzeInMemory(
    readRecordingDirectory(recordingDirectory({ 'process-1-1.hagraw': file }, { ...DESCRIPTION, engine: 'exhaustive' })),
    { symbols: null },
  )

  expect(totalsByTool(profile).registers).toMatchObject({ waste: 760, use: 440, counted: { accessed: 1200 } })
  expect(profile.run.registers).toEqual({
    load: { precise: { bytes: 800, repeated: 720 }, approximate: { bytes: 0, repeated: 0 } },
    store: { precise: { bytes: 800, repeated: 40 }, approximate: { bytes: 0, repeated: 0 } },
    register: { precise: { bytes: 400, repeated: 40 }, approximate: { bytes: 0, repeated: 0 } },
    instructions: { executed: 400, precise: 105, approximate: 0 },
  })
  expect(registersReport(profile.run.registers)).toMatchObject({
    precise: { load: { share: 0.4, redundancy: 0.9 }, store: { share: 0.4, redundancy: 0.05 }, register: { share: 0.2, redundancy: 0.1 } },
    approximate: { load: { share: 0, redundancy: null } },
    total: 0.4,
    instructions: { precise: 0.2625, approximate: 0 },
  })
})

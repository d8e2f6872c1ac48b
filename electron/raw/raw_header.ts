/** File header of a raw recording. */
import { RpcError } from '../../shared/rpc/contract.ts'
import { TOOLS } from '../../shared/tools.ts'
import { VALUE_ROLES } from '../../shared/profile/value_names.ts'
import type { RawHeader, RawValueSettings } from './raw_process.ts'
import {
  ATTRIBUTIONS,
  DISTANCE_UNITS,
  DRIVERS,
  ENGINES,
  EXECUTABLE_SIZE,
  EXTENT_SIZE,
  FAILURES,
  GRANULARITIES,
  HEADER,
  HEADER_SIZE,
  RAW_MAGIC,
  RAW_VERSION,
  RESERVOIRS,
  STATES,
  TRANSPORTS,
  VALUE_FLAG_CONSTANT_BACK_OFF,
  VALUE_FLAG_NO_CLEARING,
  VALUE_FLAG_REFERENCE,
  VALUE_PROFILES,
} from './raw_layout.ts'
import { readUint64, readText } from './raw_fields.ts'

/**
 * @param view the first HEADER_SIZE bytes of the file, or fewer if it is shorter
 * @param path for messages
 * @throws RpcError bad-file: not a raw recording, or from a newer version
 */
export function readRawHeader(view: DataView, path: string): RawHeader {
  // The agent writes the magic last.
  if (view.byteLength === 0 || (view.byteLength === HEADER_SIZE && view.getBigUint64(HEADER.magic, true) === 0n)) {
    throw new RpcError('bad-file', `${path} is not a raw recording yet: its process was killed as it began to be recorded; record again`)
  }
  if (view.byteLength < HEADER_SIZE || view.getBigUint64(HEADER.magic, true) !== RAW_MAGIC) {
    throw new RpcError('bad-file', `${path} is not a raw recording of Hagstone; give the directory that "hagstone record" made`)
  }
  const version = view.getUint32(HEADER.version, true)
  if (version > RAW_VERSION) {
    throw new RpcError(
      'bad-file',
      `${path} was recorded by a newer version of Hagstone (format ${version}, this one reads up to ${RAW_VERSION}); update Hagstone`,
    )
  }
  const state = lookUp(STATES, view.getUint32(HEADER.state, true))
  const engine = lookUp(ENGINES, view.getUint32(HEADER.engine, true))
  const driver = lookUp(DRIVERS, view.getUint32(HEADER.driver, true))
  const reservoir = lookUp(RESERVOIRS, view.getUint32(HEADER.reservoir, true))
  const attribution = lookUp(ATTRIBUTIONS, view.getUint32(HEADER.attribution, true))
  const sizesFit = view.getUint32(HEADER.header_size, true) === HEADER_SIZE && view.getUint32(HEADER.extent_size, true) === EXTENT_SIZE
  if (version === 0 || !sizesFit || !state || !engine || !driver || !reservoir || !attribution) {
    throw new RpcError('bad-file', `${path} is not a readable raw recording: its header is damaged; record again`)
  }
  const tools = view.getBigUint64(HEADER.tools, true)
  // One means nothing without the other.
  const granularity = lookUp(GRANULARITIES, view.getUint32(HEADER.granularity, true)) ?? null
  const distanceUnit = granularity && (lookUp(DISTANCE_UNITS, view.getUint32(HEADER.distance_unit, true)) ?? null)
  return {
    version,
    extentCount: view.getUint32(HEADER.extent_count, true),
    state,
    failure: FAILURES[view.getUint32(HEADER.failure, true)] ?? 'a failure that this version does not know',
    processId: view.getUint32(HEADER.process_id, true),
    parentProcessId: view.getUint32(HEADER.parent_process_id, true),
    startTime: readUint64(view, HEADER.start_time),
    startRealtime: readUint64(view, HEADER.start_realtime),
    endTime: readUint64(view, HEADER.end_time),
    engine,
    driver,
    transport: lookUp(TRANSPORTS, view.getUint32(HEADER.transport, true)) ?? null,
    watchRegisters: view.getUint32(HEADER.watch_registers, true),
    reservoir,
    attribution,
    period: readUint64(view, HEADER.period),
    earlyPeriods: Math.max(1, view.getUint32(HEADER.early_periods, true)),
    steadyPeriods: Math.max(1, view.getUint32(HEADER.steady_periods, true)),
    earlyTime: readUint64(view, HEADER.early_time),
    seed: view.getBigUint64(HEADER.seed, true).toString(),
    tools: TOOLS.map((_, tool) => tool).filter((tool) => (tools >> BigInt(tool + 1)) & 1n),
    depthCap: view.getUint32(HEADER.depth_cap, true),
    executable: readText(view, HEADER.executable, EXECUTABLE_SIZE),
    distanceUnit,
    granularity: distanceUnit && granularity,
    rank: rankIn(view),
    tolerance: Math.min(1, view.getUint32(HEADER.tolerance, true) / BILLION),
    loadEvent: view.getBigUint64(HEADER.load_event, true).toString(),
    storeEvent: view.getBigUint64(HEADER.store_event, true).toString(),
    windowOn: readUint64(view, HEADER.window_on),
    windowOff: readUint64(view, HEADER.window_off),
    reuseGranularities: Object.values(GRANULARITIES).filter((_, bit) => (view.getUint32(HEADER.reuse_granularities, true) >> bit) & 1),
    values: readValueSettings(view),
  }
}

/** Files of the first version may have no number there. */
function rankIn(view: DataView): number | null {
  const rank = view.getInt32(HEADER.rank, true)
  return rank < 0 || view.getUint32(HEADER.version, true) < 2 ? null : rank
}

function readValueSettings(view: DataView): RawValueSettings | null {
  const field = (offset: number): number => view.getUint32(offset, true)
  const tableSize = field(HEADER.value_table_size)
  const profile = lookUp(VALUE_PROFILES, field(HEADER.value_profile))
  if (tableSize === 0 || !profile) return null
  const flags = field(HEADER.value_flags)
  return {
    tableSize,
    roles: VALUE_ROLES.map((_, position) => position + 1).filter((role) => (field(HEADER.value_roles) >> role) & 1),
    profile,
    backOff: field(HEADER.value_back_off) / THOUSAND,
    constantBackOff: (flags & VALUE_FLAG_CONSTANT_BACK_OFF) !== 0,
    clearing: (flags & VALUE_FLAG_NO_CLEARING) === 0,
    reference: (flags & VALUE_FLAG_REFERENCE) !== 0,
  }
}

const THOUSAND = 1000

const BILLION = 1e9

function lookUp<T extends Record<number, string>>(names: T, value: number): T[keyof T] | undefined {
  return Object.hasOwn(names, value) ? (names as Record<number, T[keyof T]>)[value] : undefined
}

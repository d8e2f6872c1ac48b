/** Collects the records of writer 0: modules, threads and named regions of one process. */
import type { Damage } from '../damage.ts'
import { readText, readUint64 } from '../raw_fields.ts'
import { MODULE, MODULE_REGION, RECORD, REGION, THREAD, THREAD_END, THREAD_END_SMALLEST_SIZE, THREAD_NAME_SIZE } from '../raw_layout.ts'
import type { RawModule, RawThread } from '../raw_process.ts'

export class ProcessDecoder {
  readonly modules = new Map<number, RawModule>()
  readonly threads = new Map<number, RawThread>()
  /** Names by id. */
  readonly regions = new Map<number, string>()
  readonly #damage: Damage

  constructor(damage: Damage) {
    this.#damage = damage
  }

  record(type: number, view: DataView, at: number, length: number): void {
    if (type === RECORD.module) this.#module(view, at, length)
    else if (type === RECORD.thread) this.#thread(view, at, length)
    else if (type === RECORD.region) this.#region(view, at, length)
    else if (type === RECORD.threadEnd) this.#threadEnd(view, at, length)
  }

  #module(view: DataView, at: number, length: number): void {
    if (length < MODULE.size) return this.#damage.count('recordContent')
    const index = view.getUint32(at + MODULE.index, true)
    const buildIdLength = view.getUint16(at + MODULE.build_id_length, true)
    const pathLength = view.getUint16(at + MODULE.path_length, true)
    if (index === 0 || index >= MODULE_REGION || MODULE.size + buildIdLength + pathLength > length) return this.#damage.count('recordContent')
    if (this.modules.has(index)) return this.#damage.count('recordDuplicate')
    const buildId = new Uint8Array(view.buffer, view.byteOffset + at + MODULE.size, buildIdLength)
    this.modules.set(index, {
      index,
      path: readText(view, at + MODULE.size + buildIdLength, pathLength),
      buildId: Array.from(buildId, (byte) => byte.toString(16).padStart(2, '0')).join(''),
      loadTime: readUint64(view, at + MODULE.load_time),
      bias: readUint64(view, at + MODULE.bias),
      start: readUint64(view, at + MODULE.start),
      end: readUint64(view, at + MODULE.end),
    })
  }

  #region(view: DataView, at: number, length: number): void {
    const id = length < REGION.size ? 0 : view.getUint32(at + REGION.id, true)
    const nameLength = id === 0 ? 0 : view.getUint32(at + REGION.name_length, true)
    if (id === 0 || REGION.size + nameLength > length) return this.#damage.count('recordContent')
    if (this.regions.has(id)) return this.#damage.count('recordDuplicate')
    this.regions.set(id, readText(view, at + REGION.size, nameLength))
  }

  #thread(view: DataView, at: number, length: number): void {
    if (length < THREAD.size) return this.#damage.count('recordContent')
    const index = view.getUint32(at + THREAD.index, true)
    if (index === 0) return this.#damage.count('recordContent')
    if (this.threads.has(index)) return this.#damage.count('recordDuplicate')
    this.threads.set(index, {
      index,
      threadId: view.getUint32(at + THREAD.thread_id, true),
      startTime: readUint64(view, at + THREAD.start_time),
      name: readText(view, at + THREAD.name, THREAD_NAME_SIZE),
      end: null,
    })
  }

  #threadEnd(view: DataView, at: number, length: number): void {
    if (length < THREAD_END_SMALLEST_SIZE) return this.#damage.count('recordContent')
    const thread = this.threads.get(view.getUint32(at + THREAD_END.index, true))
    if (!thread) return this.#damage.count('recordReference')
    if (thread.end) return this.#damage.count('recordDuplicate')
    thread.end = {
      time: readUint64(view, at + THREAD_END.end_time),
      cpuTime: readUint64(view, at + THREAD_END.cpu_time),
      unwatchedTime: length < THREAD_END.size ? 0 : readUint64(view, at + THREAD_END.unwatched_time),
    }
    thread.name = readText(view, at + THREAD_END.name, THREAD_NAME_SIZE) || thread.name
  }
}

/** Increments for the records of exact pairs: PAIR_COUNTS records of one writer. */
import { growingUint32 } from '../../shared/profile/columns/growing_column.ts'
import { firstIndex } from '../../shared/profile/columns/lower_bound.ts'
import { PAIR_COUNT, PAIR_COUNTS } from './raw_layout.ts'

export class PairCounts {
  readonly #ids = growingUint32()
  readonly #instances = growingUint32()
  readonly #bytes = growingUint32()

  /** @returns false if the record is damaged: none of it is used */
  add(view: DataView, at: number, length: number): boolean {
    const count = Math.floor((length - PAIR_COUNTS.counts) / PAIR_COUNT.size)
    const first = count > 0 ? view.getUint32(at + PAIR_COUNTS.first, true) : 0
    if (first === 0 || first + count > 2 ** 32) return false
    for (let i = 0; i < count; i++) {
      const counted = at + PAIR_COUNTS.counts + i * PAIR_COUNT.size
      const instances = view.getUint32(counted + PAIR_COUNT.instances, true)
      const bytes = view.getUint32(counted + PAIR_COUNT.bytes, true)
      if (instances === 0 && bytes === 0) continue
      this.#ids.push(first + i)
      this.#instances.push(instances)
      this.#bytes.push(bytes)
    }
    return true
  }

  forEach(visit: (pair: number, instances: number, bytes: number) => void): void {
    for (let i = 0; i < this.#ids.length; i++) visit(this.#ids.get(i), this.#instances.get(i), this.#bytes.get(i))
  }

  /** The increment of the pair. Finds all if records come in the order of the pairs' ids, as the engine writes them. */
  of(pair: number): { instances: number; bytes: number } {
    const at = firstIndex(0, this.#ids.length, (index) => this.#ids.get(index) >= pair)
    return at < this.#ids.length && this.#ids.get(at) === pair ? { instances: this.#instances.get(at), bytes: this.#bytes.get(at) } : { instances: 0, bytes: 0 }
  }
}

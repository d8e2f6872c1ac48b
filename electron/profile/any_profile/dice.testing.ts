/** Choices from a seed. */
import { SeededRandom } from '../../../shared/metrics/statistics/random.ts'

export class Dice {
  readonly #random: SeededRandom

  constructor(seed: number) {
    this.#random = new SeededRandom(seed)
  }

  /** 0 … count − 1. */
  below(count: number): number {
    return this.#random.nextBelow(count)
  }

  /** 1 … most. */
  upTo(most: number): number {
    return 1 + this.below(most)
  }

  /** Of any magnitude: 1 … `most`, small ones as often as large ones. */
  amount(most: number): number {
    return Math.max(1, Math.floor(most ** this.unit()))
  }

  unit(): number {
    return this.#random.nextUnit()
  }

  /** True once in `times`. */
  once(times: number): boolean {
    return this.below(times) === 0
  }

  oneOf<T>(all: readonly T[]): T {
    return all[this.below(all.length)]!
  }

  /** In their order. */
  someOf<T>(all: readonly T[], times = 2): T[] {
    return all.filter(() => this.once(times))
  }

  list<T>(count: number, make: (at: number) => T): T[] {
    return Array.from({ length: count }, (_, at) => make(at))
  }
}

/** Seeded generator for resampling: SplitMix32 steps, one 32-bit word of state, so a seed alone repeats a result. */
export class SeededRandom {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** Uniform in 0 … 2^32 − 1. */
  nextUint32(): number {
    this.#state = (this.#state + 0x9e3779b9) >>> 0
    let word = this.#state
    word = Math.imul(word ^ (word >>> 16), 0x21f0aaad)
    word = Math.imul(word ^ (word >>> 15), 0x735a2d97)
    return (word ^ (word >>> 15)) >>> 0
  }

  /** Uniform in 0 … bound − 1; the bias of at most bound / 2^32 is far below what resampling can see. */
  nextBelow(bound: number): number {
    return Math.floor((this.nextUint32() / 0x1_0000_0000) * bound)
  }

  /** Uniform in [0, 1). */
  nextUnit(): number {
    return this.nextUint32() / 0x1_0000_0000
  }
}

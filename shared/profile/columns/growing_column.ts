/** Typed array that grows by doubling: columns of unknown length without an object per row. */

type TypedArray = Int32Array | Uint32Array | Uint8Array | Float64Array

export class GrowingColumn<T extends TypedArray> {
  #values: T
  #length = 0
  readonly #create: (length: number) => T

  constructor(create: (length: number) => T) {
    this.#create = create
    this.#values = create(64)
  }

  get length(): number {
    return this.#length
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const larger = this.#create(this.#length * 2)
      larger.set(this.#values)
      this.#values = larger
    }
    this.#values[this.#length++] = value
  }

  get(index: number): number {
    return this.#values[index]!
  }

  set(index: number, value: number): void {
    this.#values[index] = value
  }

  /** Copy of exactly the values pushed. */
  finish(): T {
    return this.#values.slice(0, this.#length) as T
  }
}

export const growingInt32 = (): GrowingColumn<Int32Array> => new GrowingColumn((length) => new Int32Array(length))
export const growingUint32 = (): GrowingColumn<Uint32Array> => new GrowingColumn((length) => new Uint32Array(length))
export const growingUint8 = (): GrowingColumn<Uint8Array> => new GrowingColumn((length) => new Uint8Array(length))
export const growingFloat64 = (): GrowingColumn<Float64Array> => new GrowingColumn((length) => new Float64Array(length))

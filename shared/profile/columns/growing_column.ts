/** Typed array that grows by doubling: columns of unknown length without an object per row. */
import { freeColumn } from './free_column.ts'

type TypedArray = Int32Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Uint8Array<ArrayBuffer> | Float64Array<ArrayBuffer>

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
      freeColumn(this.#values)
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

export const growingInt32 = (): GrowingColumn<Int32Array<ArrayBuffer>> => new GrowingColumn((length) => new Int32Array(length))
export const growingUint32 = (): GrowingColumn<Uint32Array<ArrayBuffer>> => new GrowingColumn((length) => new Uint32Array(length))
export const growingUint8 = (): GrowingColumn<Uint8Array<ArrayBuffer>> => new GrowingColumn((length) => new Uint8Array(length))
export const growingFloat64 = (): GrowingColumn<Float64Array<ArrayBuffer>> => new GrowingColumn((length) => new Float64Array(length))

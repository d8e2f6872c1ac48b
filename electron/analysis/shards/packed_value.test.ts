import { expect, test } from 'vitest'
import { packValue, unpackValue } from './packed_value.ts'

const VALUE = {
  name: 'worker',
  none: undefined,
  sizes: new Map([[1, new Uint8Array([7])]]),
  columns: [
    new Int8Array([-1]),
    new Uint8Array([1, 2, 3]),
    new Uint8ClampedArray([255]),
    new Int16Array([-2]),
    new Uint16Array([3, 4, 5]),
    new Int32Array([-3, 4]),
    new Uint32Array([5]),
    new Float32Array([0.5]),
    new Float64Array([Math.PI, -0]),
    new BigInt64Array([-6n]),
    new BigUint64Array([2n ** 63n]),
    new Int32Array(),
  ],
}

test('a value survives a round trip', () => {
  expect(unpackValue(packValue(VALUE))).toStrictEqual(VALUE)
})

test('only the used part of a buffer is kept', () => {
  const part = new Float64Array(1000).fill(2).subarray(10, 13)
  const packed = packValue(part)
  expect(packed.block.length).toBe(24)
  expect(unpackValue(packed)).toEqual(new Float64Array([2, 2, 2]))
})

test('columns share memory, and empty ones are equal', () => {
  const packed = packValue([new Uint8Array([1]), new Float64Array([2]), new Int32Array(), new Int32Array()])
  const [bytes, numbers, first, second] = unpackValue(packed) as [Uint8Array, Float64Array, Int32Array, Int32Array]
  expect(bytes.buffer).toBe(packed.block.buffer)
  expect(numbers.buffer).toBe(packed.block.buffer)
  expect(first).toBe(second)
})

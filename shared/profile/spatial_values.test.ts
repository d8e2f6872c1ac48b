import { describe, expect, it } from 'vitest'
import { spatialShare, spatialValueText } from './spatial_values.ts'

function bytesOf(array: Float64Array | Float32Array | BigInt64Array | Int16Array): string {
  return Array.from(new Uint8Array(array.buffer), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

describe('values for people', () => {
  it('are numbers as their type says', () => {
    expect(spatialValueText(bytesOf(Float64Array.of(-0.1)), 'float')).toBe('-0.1')
    expect(spatialValueText(bytesOf(Float32Array.of(0.1)), 'float')).toBe('0.1')
    expect([Float64Array.of(-0), Float32Array.of(-0), Float32Array.of(0)].map((zero) => spatialValueText(bytesOf(zero), 'float'))).toEqual(['-0', '-0', '0'])
    expect(spatialValueText(bytesOf(BigInt64Array.of(-5n)), 'signed')).toBe('-5')
    expect(spatialValueText(bytesOf(BigInt64Array.of(-5n)), 'unsigned')).toBe('18446744073709551611')
    expect(spatialValueText(bytesOf(Int16Array.of(-5)), 'signed')).toBe('-5')
  })

  it('are hexadecimal, most significant byte first, where nothing better is known', () => {
    expect(spatialValueText('efbe000000000000', 'pointer')).toBe('0xbeef')
    expect(spatialValueText('0000', 'bytes')).toBe('0x0')
    expect(spatialValueText('01000000000000000000000000000080', 'unsigned')).toBe('0x80000000000000000000000000000001')
    expect(spatialValueText('0102', 'float')).toBe('0x201')
  })

  it('read the x87 format', () => {
    expect(spatialValueText('0000000000000080ff3f', 'float')).toBe('1')
    expect(spatialValueText('00000000000000a000c0000000000000', 'float')).toBe('-2.5')
    expect(spatialValueText('0000000000000080ff7f', 'float')).toBe('Infinity')
    expect(spatialValueText('00000000000000c0ff7f', 'float')).toBe('NaN')
  })
})

describe('S', () => {
  it('is the share of elements that are not unique', () => {
    expect(spatialShare({ elements: 1000, unique: 4 })).toBe(0.996)
    expect(spatialShare({ elements: 0, unique: 0 })).toBeNull()
  })
})

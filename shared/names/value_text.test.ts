import { describe, expect, it } from 'vitest'
import { shownValue } from './value_text.ts'

describe('a value as text', () => {
  it.each([
    [8n, 'integer', 4, { hex: '0x8', text: '8', unsigned: null, float: null }],
    [0xffffffffn, 'integer', 4, { hex: '0xffffffff', text: '-1', unsigned: '4294967295', float: null }],
    [0xffffffffn, 'integer', 8, { hex: '0xffffffff', text: '4294967295', unsigned: null, float: null }],
    [0xabcd_0080n, 'integer', 1, { hex: '0x80', text: '-128', unsigned: '128', float: null }],
    [0x4004000000000000n, 'f64', 8, { hex: '0x4004000000000000', text: '2.5', unsigned: null, float: null }],
    [0x8000000000000000n, 'f64', 8, { hex: '0x8000000000000000', text: '-0', unsigned: null, float: null }],
    [0x3ff0000000000000n, 'integer', 8, { hex: '0x3ff0000000000000', text: '4607182418800017408', unsigned: null, float: '1.0' }],
    [0x3f800000n, 'f32', 4, { hex: '0x3f800000', text: '1.0', unsigned: null, float: null }],
    [0x40000000_3f800000n, 'f32', 8, { hex: '0x400000003f800000', text: '1.0, 2.0', unsigned: null, float: null }],
    [0x00007fff_f7dd1234n, 'integer', 8, { hex: '0x7ffff7dd1234', text: '140737351848500', unsigned: null, float: null }],
    [5n, 'f80', 2, { hex: '0x5', text: '0x5', unsigned: null, float: null }],
  ] as const)('%s as %s of %i bytes', (bits, element, bytes, expected) => {
    expect(shownValue(bits, { element, bytes })).toEqual(expected)
  })
})

import { expect, it } from 'vitest'
import { Damage } from '../damage.ts'
import { SPATIAL_VALUE, SPATIAL_VALUE_BYTES, SPATIAL_VALUES } from '../raw_layout.ts'
import { SpatialValuesDecoder, type RawSpatialValues } from './spatial_values_decoder.ts'

function decoded(change: (view: DataView) => void, length: number = SPATIAL_VALUES.size): { found: RawSpatialValues[]; damage: Damage } {
  const view = new DataView(new ArrayBuffer(SPATIAL_VALUES.size))
  view.setUint32(SPATIAL_VALUES.context, 7, true)
  view.setUint32(SPATIAL_VALUES.object, 3, true)
  view.setUint32(SPATIAL_VALUES.element_bytes, 4, true)
  view.setUint8(SPATIAL_VALUES.type, 1)
  view.setUint8(SPATIAL_VALUES.value_count, 2)
  view.setUint8(SPATIAL_VALUES.strip_count, 1)
  for (const [field, value] of [
    ['inspections', 3],
    ['above', 2],
    ['elements', 20],
    ['unique', 5],
    ['latest_elements', 10],
    ['latest_unique', 2],
  ] as const)
    view.setBigUint64(SPATIAL_VALUES[field], BigInt(value), true)
  view.setBigUint64(SPATIAL_VALUES.common, 9n, true)
  view.setInt32(SPATIAL_VALUES.common + SPATIAL_VALUE.value, -2, true)
  view.setInt32(SPATIAL_VALUES.strip, 0x01020304, true)
  view.setInt32(SPATIAL_VALUES.strip + SPATIAL_VALUE_BYTES, 5, true)
  change(view)
  const damage = new Damage()
  const decoder = new SpatialValuesDecoder({ damage, contextRow: (id) => (id === 7 ? 70 : -1), objectRow: (id) => (id === 3 ? 30 : -1) })
  decoder.record(view, 0, length)
  return { found: decoder.finish(), damage }
}

it('reads counts, the most frequent values and the strip as bytes in memory order', () => {
  expect(decoded(() => {}).found).toEqual([
    {
      context: 70,
      object: 30,
      group: 'array',
      type: 'signed',
      elementBytes: 4,
      approximate: false,
      inspections: 3,
      above: 2,
      elements: 20,
      unique: 5,
      latestElements: 10,
      latestUnique: 2,
      values: [
        { count: 9, bytes: 'feffffff' },
        { count: 0, bytes: '00000000' },
      ],
      strip: ['04030201'],
    },
  ])
  expect(decoded((view) => view.setUint32(SPATIAL_VALUES.context, 0, true)).found[0]!.context).toBe(-1)
})

it.each<[string, (view: DataView) => void]>([
  ['a mark nowhere', (view) => view.setUint32(SPATIAL_VALUES.context, 8, true)],
  ['more unique elements than elements', (view) => view.setBigUint64(SPATIAL_VALUES.unique, 21n, true)],
  ['more above the threshold than inspected', (view) => view.setBigUint64(SPATIAL_VALUES.above, 4n, true)],
  ['more values than there is room for', (view) => view.setUint8(SPATIAL_VALUES.value_count, 11)],
  ['an unknown group', (view) => view.setUint8(SPATIAL_VALUES.group, 9)],
  ['elements of no size', (view) => view.setUint32(SPATIAL_VALUES.element_bytes, 0, true)],
])('leaves out and counts %s', (_, change) => {
  const { found, damage } = decoded(change)
  expect(found).toEqual([])
  expect(damage.lossy).toBe(true)
})

it('leaves out and counts a record that is too short', () => {
  expect(decoded(() => {}, SPATIAL_VALUES.size - 1).damage.lossy).toBe(true)
})

/** Collects the results of inspecting marked arrays and registers; contradictory records are counted and left out. */
import type { SpatialValues } from '../../../shared/profile/spatial_values.ts'
import type { Damage } from '../damage.ts'
import { readUint64 } from '../raw_fields.ts'
import { MARKED_TYPES, SPATIAL_COMMON, SPATIAL_STRIP, SPATIAL_VALUE, SPATIAL_VALUE_BYTES, SPATIAL_VALUES, VALUE_GROUPS } from '../raw_layout.ts'

/** One mark and object, or one group of registers there (metrics.md section 6). */
export interface RawSpatialValues extends Omit<SpatialValues, 'node'> {
  /** Row of the mark's context; −1: ends of windows. */
  context: number
}

export interface SpatialScope {
  damage: Damage
  /** Row of one of the writer's contexts; −1 if there is none. */
  contextRow(id: number): number
  /** Row of one of its objects, likewise. */
  objectRow(id: number): number
}

export class SpatialValuesDecoder {
  readonly #scope: SpatialScope
  readonly #found: RawSpatialValues[] = []

  constructor(scope: SpatialScope) {
    this.#scope = scope
  }

  record(view: DataView, at: number, length: number): void {
    const { damage } = this.#scope
    if (length < SPATIAL_VALUES.size) return damage.count('recordContent')
    const byte = (field: number): number => view.getUint8(at + field)
    const number = (field: number): number => readUint64(view, at + field)
    const group = byte(SPATIAL_VALUES.group)
    const type = byte(SPATIAL_VALUES.type)
    const elementBytes = view.getUint32(at + SPATIAL_VALUES.element_bytes, true)
    const valueCount = byte(SPATIAL_VALUES.value_count)
    const stripCount = byte(SPATIAL_VALUES.strip_count)
    const isKnown =
      Object.hasOwn(VALUE_GROUPS, group) && Object.hasOwn(MARKED_TYPES, type) && elementBytes > 0 && valueCount <= SPATIAL_COMMON && stripCount <= SPATIAL_STRIP
    const counts = {
      inspections: number(SPATIAL_VALUES.inspections),
      above: number(SPATIAL_VALUES.above),
      elements: number(SPATIAL_VALUES.elements),
      unique: number(SPATIAL_VALUES.unique),
      latestElements: number(SPATIAL_VALUES.latest_elements),
      latestUnique: number(SPATIAL_VALUES.latest_unique),
    }
    if (
      !isKnown ||
      counts.above > counts.inspections ||
      counts.unique > counts.elements ||
      counts.latestUnique > counts.latestElements ||
      (counts.above === 0) !== (counts.latestElements === 0)
    )
      return damage.count('recordContent')
    const contextId = view.getUint32(at + SPATIAL_VALUES.context, true)
    const context = contextId === 0 ? -1 : this.#scope.contextRow(contextId)
    if (contextId !== 0 && context < 0) return damage.count('recordReference')
    const objectId = view.getUint32(at + SPATIAL_VALUES.object, true)
    const shown = (place: number): string => hexadecimal(view, place, Math.min(elementBytes, SPATIAL_VALUE_BYTES))
    this.#found.push({
      ...counts,
      context,
      object: objectId === 0 ? -1 : this.#scope.objectRow(objectId),
      elementBytes,
      approximate: byte(SPATIAL_VALUES.approximate) !== 0,
      group: VALUE_GROUPS[group as keyof typeof VALUE_GROUPS],
      type: MARKED_TYPES[type as keyof typeof MARKED_TYPES],
      values: Array.from({ length: valueCount }, (_, i) => at + SPATIAL_VALUES.common + i * SPATIAL_VALUE.size).map((place) => ({
        count: readUint64(view, place + SPATIAL_VALUE.count),
        bytes: shown(place + SPATIAL_VALUE.value),
      })),
      strip: Array.from({ length: stripCount }, (_, i) => shown(at + SPATIAL_VALUES.strip + i * SPATIAL_VALUE_BYTES)),
    })
  }

  finish(): RawSpatialValues[] {
    return this.#found
  }
}

function hexadecimal(view: DataView, at: number, length: number): string {
  return Array.from({ length }, (_, i) =>
    view
      .getUint8(at + i)
      .toString(16)
      .padStart(2, '0'),
  ).join('')
}

/** Merges the values of marked arrays and registers from all processes: the same mark, object and type are one. */
import type { SpatialValues } from '../../../shared/profile/spatial_values.ts'
import type { RawProcess } from '../../raw/raw_process.ts'
import type { DataObjects } from '../symbols/data_objects.ts'
import type { Merged } from '../merged.ts'

/** @param instructionNode as in ContextTree */
export function mergeSpatialValues(processes: RawProcess[], merged: Merged, instructionNode: Int32Array, objects: DataObjects): SpatialValues[] {
  const found = new Map<string, SpatialValues>()
  processes.forEach(({ writers }, process) =>
    writers.forEach((writer, position) => {
      for (const { context, object, ...values } of writer.spatialValues) {
        const row = context < 0 ? -1 : merged.contextRows[process]![position]![context]!
        const node = row < 0 ? -1 : instructionNode[row]!
        const objectRow = object < 0 ? -1 : objects.rowsOf(process, position)[object]!
        const key = `${node} ${objectRow} ${values.group} ${values.type} ${values.elementBytes} ${values.approximate}`
        const known = found.get(key)
        if (known) add(known, values)
        else found.set(key, { node, object: objectRow, ...values })
      }
    }),
  )
  return [...found.values()]
}

/** Values of the last process. */
function add(known: SpatialValues, { inspections, above, elements, unique, ...latest }: Omit<SpatialValues, 'node' | 'object'>): void {
  known.inspections += inspections
  known.above += above
  known.elements += elements
  known.unique += unique
  if (above > 0) Object.assign(known, latest)
}

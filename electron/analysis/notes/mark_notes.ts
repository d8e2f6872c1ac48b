/** Plain sentences about the marks of a program (resources/include/hagstone.h) that could not be followed. */
import { counterValue } from '../../../shared/profile/counters.ts'
import { counted } from '../../../shared/names/counted.ts'
import type { Counter } from '../../../shared/profile/profile.ts'
import type { StatisticName } from '../../raw/raw_layout.ts'

export function markNotes(counters: Counter[]): string[] {
  const count = (name: StatisticName): number => counterValue(counters, name)
  const notes: string[] = []
  const stops = count('collection_stops')
  if (stops > 0) notes.push(`The program stopped collection itself (${counted(stops, 'time')}). Everything until it started again is missing.`)
  const unreadable = count('dropped_marks_unreadable')
  if (unreadable > 0)
    notes.push(
      `${counted(unreadable, 'marked array was', 'marked arrays were')} not readable from the first to the last element and not inspected. Check base, stride, and count.`,
    )
  const noObject = count('dropped_marks_no_object')
  if (noObject > 0)
    notes.push(
      `${counted(noObject, 'marked object is', 'marked objects are')} not a static variable, heap block, or mapping, and not inspected. Give the number of elements.`,
    )
  const unusable = count('dropped_marks_unusable')
  if (unusable > 0)
    notes.push(
      `${counted(unusable, 'mark has', 'marks have')} an element size that does not fit its type, and inspected nothing. Approximate elements are float, double, or long double.`,
    )
  const noRoom = count('dropped_marks_no_room')
  if (noRoom > 0) notes.push(`${counted(noRoom, 'mark')} could not be recorded: the array is too large to sort, or the recording could not grow.`)
  const regions = count('dropped_regions')
  if (regions > 0) notes.push(`${counted(regions, 'region was', 'regions were')} nested too deeply or had too many names, and not recorded.`)
  return notes
}

import { counted } from '../../shared/names/counted.ts'

/** Warns of sources that differ from those the program was built from. @param count at least 1 */
export function changedText(count: number): string {
  return `${counted(count, 'source file')} changed since the program was built: lines may have moved. Build and record again, or share the source files that it was built from.`
}

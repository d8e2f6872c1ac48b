/** Heap blocks of one line have one name: distinguishes those of different callers. */
import type { Frame } from '../../shared/profile/frame.ts'
import type { ObjectReport } from '../../shared/report.ts'
import { sizeText } from '../../shared/names/size_text.ts'
import { placeText } from '../format/paths.ts'

/** By object, the text after its name; of objects whose name no other has nothing. */
export function objectsApart(objects: readonly ObjectReport[]): Map<ObjectReport, string> {
  const alike = new Map<string, ObjectReport[]>()
  for (const object of objects) {
    const key = `${object.tool} ${object.module ?? ''} ${object.name}`
    alike.set(key, [...(alike.get(key) ?? []), object])
  }
  const apart = new Map<ObjectReport, string>()
  for (const group of alike.values()) if (group.length > 1) tellApart(group, 0, apart)
  return apart
}

/** The first frame from the allocation outwards that they do not share; where they share all of them, their size. */
function tellApart(group: ObjectReport[], depth: number, apart: Map<ObjectReport, string>): void {
  const frames = group.map((object) => frameAt(object, depth))
  if (frames.every((frame) => frame === undefined)) {
    const parts = (object: ObjectReport): string[] => [apart.get(object) ?? '', object.bytes === undefined ? '' : sizeText(object.bytes)]
    for (const object of group) {
      const text = parts(object)
        .filter((part) => part !== '')
        .join(', ')
      if (text !== '') apart.set(object, text)
    }
    return
  }
  const texts = frames.map((frame) => (frame === undefined ? '' : frameText(frame)))
  if (new Set(texts).size === 1) return tellApart(group, depth + 1, apart)
  for (const text of new Set(texts)) {
    const same = group.filter((_, index) => texts[index] === text)
    for (const object of same) if (text !== '') apart.set(object, `from ${text}`)
    // Those that share this caller too are distinguished by the next one that differs.
    if (same.length > 1 && text !== '') tellApart(same, depth + 1, apart)
  }
}

function frameAt({ allocation }: ObjectReport, depth: number): Frame | undefined {
  return allocation?.at(-1 - depth)
}

function frameText({ function: name, file, line }: Frame): string {
  return `${name} ${placeText(file, line)}`.trim()
}

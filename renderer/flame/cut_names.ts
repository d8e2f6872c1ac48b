/** Names of functions in boxes of different widths. */
import { shortFunctionName } from '../../shared/findings/wording/short_names.ts'
import { fittingName } from '../../shared/names/fitting_name.ts'
import { differences } from '../../shared/names/fitting_names.ts'

/** With less, a name says nothing; beside the text that distinguishes it, it needs more. */
const [fewestLetters, fewestBeside] = [2, 4]

/** A wider box does not show more than a row of a tree. */
const mostLetters = 48

/** Each name in at most its number of letters, empty where that is too few. Different names that look equal, or would if they had the same room, get a distinguishing part where it has room: "Vector::assign [float]". */
export function cutNames(boxes: ReadonlyArray<{ name: string; letters: number }>): string[] {
  const texts = boxes.map(({ name, letters }) => (letters < fewestLetters ? '' : cutName(name, Math.min(letters, mostLetters))))
  const apart = new Map<string, string>()
  const distinguish = (alike: Iterable<number>): void => {
    for (const [name, difference] of differences([...new Set([...alike].map((at) => boxes[at]!.name))])) if (difference !== '') apart.set(name, difference)
  }
  const withText = [...boxes.keys()].filter((at) => texts[at] !== '')
  for (const alike of Map.groupBy(withText, (at) => shortFunctionName(boxes[at]!.name)).values()) distinguish(alike)
  for (const alike of Map.groupBy(withText, (at) => texts[at]!).values()) distinguish(alike)
  return boxes.map(({ name, letters }, at) => {
    const text = texts[at]!
    const difference = apart.get(name)
    if (difference === undefined || text === name || text === '') return text
    const room = letters - difference.length - ' []'.length
    return room < fewestBeside ? text : `${cutName(name, room)} [${difference}]`
  })
}

/** Of code without a name, and of parallel regions. */
const PLACE = /(?:\+0x[\da-f]+|:\d+)$/

/** Names are cut inside, and at the end only where they are still too long; those that end in a place, at the beginning. */
function cutName(name: string, letters: number): string {
  const short = fittingName(name, Math.min(letters, mostLetters))
  if (short.length <= letters) return short
  if (PLACE.test(short)) return `…${short.slice(1 - letters)}`
  return `${short.replace(/^…/, '').slice(0, letters - 1)}…`
}

/** Function names of a list that are shortened to the same text, and the text behind each that distinguishes it from the others. */
import { createContext } from 'react'
import { distinctions } from '../../shared/names/fitting_names.ts'

/** By whole name: "double" of "Vector<double>::assign(…)" where "Vector<float>::assign(…)" is listed, too. */
export type NamesApart = ReadonlyMap<string, string>

/** One object for the frequent case, so that rows are not drawn anew. */
export const noneAlike: NamesApart = new Map()

/** Of the list around a name. */
export const NamesApartContext = createContext(noneAlike)

/** @param most characters that the names are shortened to */
export function namesApart(names: readonly string[], most: number): NamesApart {
  const apart = distinctions(names, most).flatMap((difference, at): Array<[string, string]> => (difference === '' ? [] : [[names[at]!, difference]]))
  return apart.length === 0 ? noneAlike : new Map(apart)
}

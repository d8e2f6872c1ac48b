import { useContext } from 'react'
import { fittingName } from '../../shared/names/fitting_name.ts'
import { NamesApartContext } from './names_apart.ts'

/** Narrow columns have room for about so much; longer names lose their parameters and template arguments. */
export const mostCharacters = 32

/** "Minisat::Solver::" and "propagate(int)"; null of names without a namespace, and of operators. */
const LAST_NAME = /^(.*::)([^:<>()]+(?:\(.*)?)$/s

/** "libz.so.1" and "+0x3080", "parallel region at " and "solver.c:12", also of a thread that waits there or in a function: the end distinguishes such names. */
const PLACE = /^(.+(?=\+0x)|(?:parallel region|task) at |[^:<>()+]+(?= \(waiting\)$))((?:\+0x[\da-f]+|.+:\d+)?(?: \(waiting\))?)$/

/** A function's name that is shortened from the inside: a narrow column cuts its namespaces first, then its last name. Its tooltip is the row's. */
export function FittingName({ name, most = mostCharacters }: { name: string; most?: number }) {
  const short = fittingName(name, most)
  const difference = useContext(NamesApartContext).get(name)
  const parts = PLACE.exec(short) ?? LAST_NAME.exec(short)
  const last = <span className="fitting-last">{parts === null ? short : parts[2]}</span>
  const end =
    difference === undefined ? (
      last
    ) : (
      <span className="fitting-end">
        {last}
        <span className="fitting-apart tree-place">[{difference}]</span>
      </span>
    )
  if (parts === null) return <span className="fitting">{end}</span>
  return (
    <span className="fitting">
      {/* From right to left the beginning is cut; the text itself runs as always. */}
      <span className="fitting-namespaces">
        {/* A space at the end of a line would move to its left. */}
        <bdi>{parts[1]!.replace(/ $/, '\u00a0')}</bdi>
      </span>
      {end}
    </span>
  )
}

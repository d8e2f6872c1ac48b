/** Places of accesses for tests of causes and their words. */
import type { CauseSide } from './cause_facts.ts'

/** A line of f() in a.c, in no loop. */
export function causeSide(line: number, text: string | null, rest: Partial<CauseSide> = {}): CauseSide {
  return {
    function: 'f',
    file: '/src/a.c',
    line,
    place: `a.c:${line}`,
    text,
    loop: null,
    loopVariables: [],
    setInLoop: [],
    loopElsewhere: false,
    loopHolder: null,
    through: null,
    ...rest,
  }
}

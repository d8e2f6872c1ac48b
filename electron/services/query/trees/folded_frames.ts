/** Recursion from a frame outwards as three boxes: its innermost frame, all frames between, and its outermost frame. */
import { FEWEST_RECURSIVE, MOST_BETWEEN } from '../../../../shared/profile/recursion.ts'

/**
 * The end of the recursion that begins with the frame: its outermost frame.
 * @param functionAt of the frame this many frames outwards; undefined beyond the last
 * @returns 0: no long enough recursion begins with the frame
 */
export function recursionFrom(functionAt: (frames: number) => number | undefined): number {
  const own = functionAt(0)
  let last = 0
  for (let next = 1; next <= last + MOST_BETWEEN; next++) {
    const functionIndex = functionAt(next)
    if (functionIndex === undefined) break
    if (functionIndex === own) last = next
  }
  return isLongRecursion(last) ? last : 0
}

/** @param frames from its innermost frame out to its outermost one */
export function isLongRecursion(frames: number): boolean {
  return frames > FEWEST_RECURSIVE
}

/**
 * A path of functions and their loops with its recursions folded.
 * @param outwards functions, from the access to the program
 * @param standIn number of all frames between the first and the last frame of a function
 * @param loopsOf numbers of the loops of a frame, the innermost first
 */
export function foldedPath(outwards: readonly number[], standIn: (functionIndex: number) => number, loopsOf: (frame: number) => readonly number[]): number[] {
  const folded: number[] = []
  for (let at = 0; at < outwards.length; at++) {
    const functionIndex = outwards[at]!
    folded.push(...loopsOf(at), functionIndex)
    const last = recursionFrom((frames) => outwards[at + frames])
    if (last === 0) continue
    at += last
    folded.push(standIn(functionIndex), ...loopsOf(at), functionIndex)
  }
  return folded
}

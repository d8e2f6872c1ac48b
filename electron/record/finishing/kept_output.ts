/** The end of a program's output, for its profile. */
import type { ProgramOutput } from '../../../shared/run.ts'

/** Characters: a program that prints a lot must not make its profile large. */
export const MOST_KEPT = 1 << 16

export class KeptOutput {
  #text = ''
  #leftOut = 0

  add(text: string): void {
    this.#text += text
    const over = this.#text.length - MOST_KEPT
    if (over <= 0) return
    this.#leftOut += over
    this.#text = this.#text.slice(over)
  }

  /** Begins with a whole line where something was left out. */
  kept(): ProgramOutput {
    const cut = this.#leftOut === 0 ? 0 : this.#text.indexOf('\n') + 1
    return { text: this.#text.slice(cut), leftOut: this.#leftOut + cut }
  }
}

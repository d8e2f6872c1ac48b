/** Numbers of what boxes of a flame graph stand for: the profile's functions, then the inner frames of their recursions, then its loops. */
import { loopText } from '../../../../shared/profile/frames.ts'
import type { LoadedProfile } from '../loaded_profile.ts'

export class BoxNumbers {
  readonly #loaded: Pick<LoadedProfile, 'profile' | 'loops'>
  readonly #functions: number

  constructor(loaded: Pick<LoadedProfile, 'profile' | 'loops'>) {
    this.#loaded = loaded
    this.#functions = loaded.profile.functions.length
  }

  innerFrames(functionIndex: number): number {
    return this.#functions + functionIndex
  }

  /** @param row of the tree that is a loop */
  loop(row: number): number {
    return 2 * this.#functions + this.#loaded.loops().ofNode(row)
  }

  isLoop(number: number): boolean {
    return number >= 2 * this.#functions
  }

  name(number: number): string {
    const { profile, loops } = this.#loaded
    if (number < this.#functions) return profile.functions[number]!.name
    if (!this.isLoop(number)) return `recursive frames of ${profile.functions[number - this.#functions]!.name}`
    return loopText(profile, loops().node[number - 2 * this.#functions]!)
  }
}

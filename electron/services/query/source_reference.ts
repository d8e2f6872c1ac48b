/** A profile's facts about a source file. */

/** Facts about a source file that the host needs before it reads it. */
export interface SourceReference {
  /** The profile names this file. */
  referenced: boolean
  /** Where the recorded program ran. */
  workingDirectory: string
  profilePath: string
  /** Recorded modules whose code comes from this file. */
  modules: string[]
  /** Build ids of the modules that have one. */
  buildIds: string[]
  /** MD5 sums of the file, as the compilers of these modules read it; none where they wrote none. */
  sums: string[]
  /** When the program was recorded (ISO 8601). */
  startedAt: string
}

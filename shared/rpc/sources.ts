/** Source text and machine code beside a pair. */

export type SourceText =
  /** `changedSinceBuild`: by the sum that the compiler wrote, else by its time, it is not what the program was built from. `embedded`: as the profile holds it; the path is then the profile's name for it. */
  | { found: true; path: string; text: string; language: 'c' | 'cpp' | 'rust' | 'fortran' | 'plain'; changedSinceBuild: boolean; embedded?: true }
  /** `lookedFor`: every path that was tried. `refused`: the user must agree to open it first. `debuginfod`: source.fetch may get it. */
  | { found: false; lookedFor: string[]; reason: 'missing' | 'refused' | 'too-large' | 'unreadable'; debuginfod?: true }

/** A source file with accesses, that could be in the profile or is. */
export interface ShareableSource {
  /** Name in the profile. */
  file: string
  /** Null where it cannot be read here; `state` says why not. */
  bytes: number | null
  state: 'here' | 'missing' | 'refused' | 'too-large' | 'unreadable'
  /** Null: it is not in the profile. */
  embeddedBytes: number | null
  /** Its lines may have moved since the program was built. */
  changedSinceBuild: boolean
}

export interface SourceMapping {
  from: string
  to: string
}

interface DisassemblyLine {
  address: string
  bytes: string
  text: string
  file: string | null
  line: number | null
  /** Function name when the line starts one or the branch target's name. */
  note: string | null
  /** Waste of the earlier accesses by the instruction, in any context; mostly 0. */
  waste: number
  /** ns of CPU time that the sampling clock found it next to run, in any context; absent where no clock sampled the run. */
  cpuTime?: number
}

export type Disassembly = { found: true; functionName: string; lines: DisassemblyLine[]; litIndex: number } | { found: false; reason: string }

/** The study's data about a program: where its source is, how it is built, and its input. */

export interface StudyProgram {
  /** The argument of --program. */
  name: string
  /** Debian's source package. */
  source: string
  /** Another source package that the build needs; its directory is in LIBRARY. */
  library?: string
  /** The kind of program, in one or two words. */
  kind: string
  language: 'C' | 'C++' | 'Fortran'
  /** Threads of its own, and processes that mpirun starts. */
  threads: number
  ranks: number
  /** Exit statuses besides 0 after a complete run: SAT solvers report their answer this way. */
  otherStatuses: number[]
  /** The command that runs below mpirun, made of the one that runs alone; absent where ranks is 1. */
  parallel?(command: string[]): string[]
  /** Shell lines, run one after the other in the unpacked source with CC, CXX, FC and CFLAGS set to the study's. */
  build: string[]
  /** The built program, relative to the source's directory. */
  executable: string
  /** The work of the run, for the tables. */
  work: string
  /**
   * Writes the input of the run.
   * @param seconds about how long the run takes natively; the same bytes for the same number on every machine
   * @param directory empty, and the directory of the run
   * @param source where the source lies, for inputs that come with it
   */
  prepare(seconds: number, directory: string, source: string): PreparedRun
}

interface PreparedRun {
  /** Behind the executable. */
  arguments: string[]
  /** File of the run's directory on standard input; null: nothing. */
  input: string | null
}

/** A program that is built, with its input, ready to run. */
export interface ReadyProgram {
  program: StudyProgram
  /** Debian's version of the source. */
  version: string
  /** Path of the executable, then its arguments; without mpirun. */
  command: string[]
  directory: string
  /** Equal where the run's input is equal. */
  inputDigest: string
  /** Path of the file on standard input, or null. */
  input: string | null
}

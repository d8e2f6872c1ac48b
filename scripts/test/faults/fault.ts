/** One rule of the code, broken on purpose: a test has to fail. */
export interface Fault {
  name: string
  /** The fault that the program then has. */
  means: string
  /** Relative to the repository. */
  file: string
  /** Occurs in the file exactly once. */
  find: string
  replace: string
  test: VitestRun | NativeRun
}

interface VitestRun {
  /** Files or folders. */
  vitest: string[]
  /** Targets of build/native that the tests load. */
  build?: string[]
}

export interface NativeRun {
  /** Regular expression of CTest's names. */
  ctest: string
  build: string[]
}

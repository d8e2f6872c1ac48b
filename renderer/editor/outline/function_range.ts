/** A function's definition in a text. */
export interface FunctionRange {
  name: string
  /** 1-based line that names it: the one to show as its signature. */
  line: number
  /** 1-based. */
  endLine: number
}

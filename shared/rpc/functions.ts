/** Functions of a profile on their own, and the call graph between them. */

/** Cost and waste of a function, or of the calls along an edge. */
export interface FunctionAmounts {
  /** CPU time in ns, or executed instructions; null where neither was measured. */
  cost: number | null
  /** Waste found by the tool, in the profile's unit. */
  waste: number
  use: number
  /** Observations behind waste and use. */
  traps: number
}

export interface HotFunction extends FunctionAmounts {
  name: string
  file: string | null
  line: number | null
}

export interface FunctionEdge extends FunctionAmounts {
  /** The other function; null: what starts the program or a thread. */
  name: string | null
  /** Most expensive call site: file and line of the call. */
  callSite: { file: string; line: number } | null
}

/** A function with its callers and callees, the most expensive first. All amounts include the callees, and count recursion once. */
export interface CallGraph extends FunctionAmounts {
  name: string
  file: string | null
  line: number | null
  /** In its own code alone. */
  own: FunctionAmounts
  callers: FunctionEdge[]
  callees: FunctionEdge[]
}

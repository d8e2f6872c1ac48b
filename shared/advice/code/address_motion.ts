/** How the address of an access changes from one iteration of a loop to the next. */
export type AddressMotion =
  | { kind: 'invariant'; throughLoads: boolean }
  /** By as many bytes each time. */
  | { kind: 'strided'; stride: number }
  /** The next address is read from the present element. */
  | { kind: 'chased' }
  /** An element of a table that stays where it is, chosen by a computed number. */
  | { kind: 'indexed' }
  | { kind: 'varies' }

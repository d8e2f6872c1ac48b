/** Frees the memory of a column that nobody uses any more, without waiting for the garbage collector: it has no rows then. */
export function freeColumn({ buffer }: { buffer: ArrayBuffer }): void {
  buffer.transfer(0)
}

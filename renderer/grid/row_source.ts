/** The data of a grid: rows by position, fetched by windows and held in a small cache. */
export interface RowSource<Row> {
  /** Calls the listener after every change of `snapshot`. */
  subscribe(listener: () => void): () => void
  /** Grows with every change of the rows, their number or the loaded part. */
  snapshot(): number
  readonly rowCount: number
  /** The rows if all of them are in memory, else null. Clipped at the end of the table. */
  rows(start: number, count: number): Row[] | null
  /** Requests the rows and their neighbourhood; `subscribe` reports when they are there. */
  request(start: number, count: number): void
  /** Why the last requested rows could not be fetched; one line. */
  readonly failure: string | null
  /** Requests again the rows that could not be fetched. */
  retry(): void
  /** False until the first answer came. */
  readonly ready: boolean
}

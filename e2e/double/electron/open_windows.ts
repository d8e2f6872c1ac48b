/** The windows of the app, in order of opening, and the one that has the keyboard. */
export interface OpenWindow {
  close(): void
  isDestroyed(): boolean
}

export class OpenWindows<W extends OpenWindow> {
  readonly #windows = new Set<W>()
  #focused: W | null = null

  get all(): W[] {
    return [...this.#windows]
  }
  get focused(): W | null {
    return this.#focused
  }
  add(window: W): void {
    this.#windows.add(window)
  }
  remove(window: W): void {
    this.#windows.delete(window)
    if (this.#focused === window) this.#focused = null
  }
  focus(window: W | null): void {
    this.#focused = window
  }
}

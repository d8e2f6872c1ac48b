/** The first argument that Electron passes to listeners of preventable events. */
export class PreventableEvent {
  defaultPrevented = false
  preventDefault(): void {
    this.defaultPrevented = true
  }
}

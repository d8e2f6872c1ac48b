import { useHotkeys } from 'react-hotkeys-hook'
import type { Application } from '../application/application.ts'
import { announce, report } from '../application/application.ts'
import { countOver } from '../application/state.ts'
import { commandFor, placeOf, refusalFor } from './keys.ts'
import type { Command } from './command.ts'

/** Every key press goes to the first command of the registry that has it and applies. */
export function useCommandKeys(application: Application, commands: Command[]): void {
  useHotkeys(
    '*',
    (event) => {
      if (event.defaultPrevented) return
      const target = event.target instanceof Element ? event.target : null
      if (target?.closest('[role="dialog"], [role="menu"]') && event.key !== 'Escape') return
      if (giveToDialog(application, event)) return event.preventDefault()
      const place = placeOf(target)
      const command = commandFor(commands, event, place)
      if (command === null) {
        const refusal = refusalFor(commands, event, place)
        if (refusal !== null) announce(application, refusal)
        return
      }
      event.preventDefault()
      void runCommand(application, command)
    },
    { enableOnFormTags: true, enableOnContentEditable: true },
    [application, commands],
  )
}

/**
 * A dialog that is still being loaded has no focus: its keys must not reach the window below, the palette gets them, and Escape gives the dialog up.
 * @returns whether it was the dialog's
 */
function giveToDialog({ store }: Application, { key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const state = store.getState()
  if (countOver(state) === 0 || ctrlKey || metaKey || altKey) return false
  if (key === 'Escape') {
    // The loaded ones close themselves.
    if (document.querySelector('[role="dialog"]') !== null) return false
    state.fileQuestion?.answer(null)
    store.setState({ overlay: null, droppedFile: null })
    return true
  }
  if (state.overlay === 'palette' && key.length === 1) store.setState({ paletteText: state.paletteText + key })
  return true
}

export async function runCommand(application: Application, command: Command): Promise<void> {
  try {
    await command.run()
  } catch (error) {
    report(application, error)
  }
}

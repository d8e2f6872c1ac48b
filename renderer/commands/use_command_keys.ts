import { useHotkeys } from 'react-hotkeys-hook'
import type { Application } from '../application/application.ts'
import { announce, report } from '../application/application.ts'
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
      if (isForDialog(application, event)) return event.preventDefault()
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

/** A dialog that is still being loaded has no focus: its keys must not reach the window below, and the palette gets them. */
function isForDialog({ store }: Application, { key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const { overlay, fileQuestion, droppedFile, paletteText } = store.getState()
  if ((overlay ?? fileQuestion ?? droppedFile) === null || key === 'Escape' || ctrlKey || metaKey || altKey) return false
  if (overlay === 'palette' && key.length === 1) store.setState({ paletteText: paletteText + key })
  return true
}

export async function runCommand(application: Application, command: Command): Promise<void> {
  try {
    await command.run()
  } catch (error) {
    report(application, error)
  }
}

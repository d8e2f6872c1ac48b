import { Command as Palette } from 'cmdk'
import { Dialog } from 'radix-ui'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { useApplication, useAppState, usePreference } from '../application/context.ts'
import { useCommands } from './context.ts'
import { keyText } from './keys.ts'
import { paletteRank } from './palette_rank.ts'
import type { Command } from './command.ts'
import { isEnabled } from './command.ts'
import { runCommand } from './use_command_keys.ts'

const mostRecent = 5

/** Every command by name, those that were chosen here last before the others. */
export function CommandPalette() {
  const application = useApplication()
  const open = useAppState((state) => state.overlay === 'palette')
  const commands = useCommands()
  const remembered = usePreference((preferences) => preferences.recentCommands)
  const typed = useAppState((state) => state.paletteText)
  const setTyped = (paletteText: string): void => application.store.setState({ paletteText })
  const input = useRef<HTMLInputElement>(null)
  const recent = remembered.flatMap((id) => commands.find((command) => command.id === id && isEnabled(command)) ?? [])
  const groups = [...new Set(commands.map((command) => command.group))]
  function choose(command: Command): void {
    // Before the command runs: while the dialog is there, it takes back the focus that the command gives.
    flushSync(() => application.store.setState({ overlay: null }))
    setTyped('')
    application.preferences.setState(({ recentCommands }) => ({
      recentCommands: [command.id, ...recentCommands.filter((id) => id !== command.id)].slice(0, mostRecent),
    }))
    void runCommand(application, command)
  }
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(shown) => {
        setTyped('')
        application.store.setState({ overlay: shown ? 'palette' : null })
      }}
    >
      <Dialog.Portal>
        <Dialog.Overlay className="overlay" />
        <Dialog.Content
          className="dialog"
          aria-describedby={undefined}
          // The command may have given it to something; else it is returned (focus/use_returned_focus.ts).
          onCloseAutoFocus={(event) => event.preventDefault()}
          onOpenAutoFocus={(event) => {
            // Otherwise the text typed before is selected, and the next key replaces it.
            event.preventDefault()
            input.current?.focus()
            input.current?.setSelectionRange(typed.length, typed.length)
          }}
        >
          <Dialog.Title hidden>All commands</Dialog.Title>
          <Palette loop label="All commands" filter={paletteRank}>
            <Palette.Input ref={input} className="palette-input" placeholder="What do you want to do?" value={typed} onValueChange={setTyped} />
            <Palette.List className="palette-list">
              <Palette.Empty className="state">No command has that name.</Palette.Empty>
              {typed !== '' || recent.length === 0 ? null : (
                <Palette.Group heading="Recent">
                  {recent.map((command) => (
                    <Item key={command.id} command={command} value={`${command.title} recent`} onChoose={choose} />
                  ))}
                </Palette.Group>
              )}
              {groups.map((group) => (
                <Palette.Group key={group} heading={group}>
                  {commands
                    .filter((command) => command.group === group)
                    .map((command) => (
                      <Item key={command.id} command={command} value={`${command.title} ${group}`} onChoose={choose} />
                    ))}
                </Palette.Group>
              ))}
            </Palette.List>
          </Palette>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Item({ command, value, onChoose }: { command: Command; value: string; onChoose(command: Command): void }) {
  return (
    <Palette.Item value={value} keywords={command.id.split(/[.-]/)} disabled={!isEnabled(command)} onSelect={() => onChoose(command)}>
      <span>{command.title}</span>
      <span>
        {command.keys.map((key) => (
          <kbd key={key}>{keyText(key)}</kbd>
        ))}
      </span>
    </Palette.Item>
  )
}

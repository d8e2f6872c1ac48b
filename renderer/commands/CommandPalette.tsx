import { Command as Palette } from 'cmdk'
import { Dialog } from 'radix-ui'
import { useApplication, useAppState } from '../application/context.ts'
import { useCommands } from './context.ts'
import { keyText } from './keys.ts'
import type { Command } from './registry.ts'
import { isEnabled } from './registry.ts'
import { runCommand } from './use_command_keys.ts'

/** Every command by name. */
export function CommandPalette() {
  const application = useApplication()
  const open = useAppState((state) => state.overlay === 'palette')
  const commands = useCommands()
  const groups = [...new Set(commands.map((command) => command.group))]
  function choose(command: Command): void {
    application.store.setState({ overlay: null })
    void runCommand(application, command)
  }
  return (
    <Dialog.Root open={open} onOpenChange={(shown) => application.store.setState({ overlay: shown ? 'palette' : null })}>
      <Dialog.Portal>
        <Dialog.Overlay className="overlay" />
        <Dialog.Content className="dialog" aria-describedby={undefined}>
          <Dialog.Title hidden>All commands</Dialog.Title>
          <Palette loop label="All commands">
            <Palette.Input className="palette-input" placeholder="What do you want to do?" />
            <Palette.List className="palette-list">
              <Palette.Empty className="state">No command has that name.</Palette.Empty>
              {groups.map((group) => (
                <Palette.Group key={group} heading={group}>
                  {commands.filter((command) => command.group === group).map((command) => (
                    <Palette.Item key={command.id} value={`${command.title} ${group}`} keywords={command.id.split(/[.-]/)} disabled={!isEnabled(command)} onSelect={() => choose(command)}>
                      <span>{command.title}</span>
                      <span>{command.keys.map((key) => <kbd key={key}>{keyText(key)}</kbd>)}</span>
                    </Palette.Item>
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

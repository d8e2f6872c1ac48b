import { ContextMenu } from 'radix-ui'
import { Fragment } from 'react'
import { useApplication } from '../application/context.ts'
import { useMenuPlace } from '../components/use_menu_place.ts'
import { useCommands } from './context.ts'
import { keyText } from './keys.ts'
import { isSubmenu, menuGroups } from './menu_layout.ts'
import type { Command, MenuPlace } from './command.ts'
import { isEnabled } from './command.ts'
import { runCommand } from './use_command_keys.ts'

/** Commands for the thing under the pointer, from the registry. */
export function CommandMenu({ menu }: { menu: MenuPlace }) {
  const place = useMenuPlace()
  const all = useCommands()
  return (
    <ContextMenu.Portal container={place}>
      <ContextMenu.Content className="menu">
        <Groups commands={all.filter((command) => command.menus?.includes(menu))} place={place} />
      </ContextMenu.Content>
    </ContextMenu.Portal>
  )
}

/** Made anew with each opening: the commands depend on the row. */
function Groups({ commands, place }: { commands: Command[]; place: HTMLElement | undefined }) {
  return menuGroups(commands.filter(isEnabled)).map((group, index) => (
    <Fragment key={index}>
      {index === 0 ? null : <ContextMenu.Separator className="menu-line" />}
      {group.map((entry) =>
        isSubmenu(entry) ? (
          <ContextMenu.Sub key={entry.title}>
            <ContextMenu.SubTrigger className="menu-item">
              <span>{entry.title}</span>
              <span className="dim" aria-hidden>
                ▸
              </span>
            </ContextMenu.SubTrigger>
            <ContextMenu.Portal container={place}>
              <ContextMenu.SubContent className="menu">
                {entry.commands.map((command) => (
                  <Item key={command.id} command={command} />
                ))}
              </ContextMenu.SubContent>
            </ContextMenu.Portal>
          </ContextMenu.Sub>
        ) : (
          <Item key={entry.id} command={entry} />
        ),
      )}
    </Fragment>
  ))
}

function Item({ command }: { command: Command }) {
  const application = useApplication()
  return (
    <ContextMenu.Item className="menu-item" onSelect={() => void runCommand(application, command)}>
      <span>{command.title}</span>
      {command.keys[0] === undefined ? null : <span className="dim">{keyText(command.keys[0])}</span>}
    </ContextMenu.Item>
  )
}

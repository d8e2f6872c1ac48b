import { ContextMenu } from 'radix-ui'
import { useApplication } from '../application/context.ts'
import { useMenuPlace } from '../components/use_menu_place.ts'
import { useCommands } from './context.ts'
import { keyText } from './keys.ts'
import type { MenuPlace } from './registry.ts'
import { isEnabled } from './registry.ts'
import { runCommand } from './use_command_keys.ts'

/** What applies to the thing under the pointer, from the registry. */
export function CommandMenu({ menu }: { menu: MenuPlace }) {
  const application = useApplication()
  const place = useMenuPlace()
  const commands = useCommands().filter((command) => command.menus?.includes(menu))
  return (
    <ContextMenu.Portal container={place}>
      <ContextMenu.Content className="menu">
        {commands.map((command) => (
          <ContextMenu.Item key={command.id} className="menu-item" disabled={!isEnabled(command)} onSelect={() => void runCommand(application, command)}>
            <span>{command.title}</span>
            {command.keys[0] === undefined ? null : <span className="dim">{keyText(command.keys[0])}</span>}
          </ContextMenu.Item>
        ))}
      </ContextMenu.Content>
    </ContextMenu.Portal>
  )
}

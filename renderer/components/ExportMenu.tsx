import { DropdownMenu } from 'radix-ui'
import { report } from '../application/application.ts'
import { useApplication } from '../application/context.ts'
import { useMenuPlace } from './use_menu_place.ts'

export interface ExportChoice {
  title: string
  run(): unknown
}

/** One button for all ways to export the view. @param what name of the exported data, for screen readers */
export function ExportMenu({ what, choices, disabled = false }: { what: string; choices: ExportChoice[]; disabled?: boolean }) {
  const place = useMenuPlace()
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <button type="button" className="plain" aria-label={`Export: ${what}`} disabled={disabled}>
          Export ▾
        </button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={place}>
        <DropdownMenu.Content className="menu" align="end">
          <MenuChoices choices={choices} />
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

/** The entries of a menu; reports errors. */
export function MenuChoices({ choices, disabled = false }: { choices: ExportChoice[]; disabled?: boolean }) {
  const application = useApplication()
  const run = async (choice: ExportChoice): Promise<void> => {
    try {
      await choice.run()
    } catch (error) {
      report(application, error)
    }
  }
  return choices.map((choice) => (
    <DropdownMenu.Item key={choice.title} className="menu-item" disabled={disabled} onSelect={() => void run(choice)}>
      {choice.title}
    </DropdownMenu.Item>
  ))
}

import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'
import { useRef, useState } from 'react'
import { announce } from '../application/application.ts'
import { useApplication } from '../application/context.ts'
import { copyText } from '../application/save.ts'
import { type ExportChoice, MenuChoices } from '../components/ExportMenu.tsx'
import { useMenuPlace } from '../components/use_menu_place.ts'

/**
 * Context menu around a grid whose rows have no commands: what can be done with the selected one, which a right click selects.
 * It is made of what other menus have loaded already: ContextMenu would cost the first window 1.6 kB.
 * @param selected row; null: there is none
 * @param choices besides copying the row
 */
export function RowMenu({ selected, choices = [], children }: { selected: number | null; choices?: ExportChoice[]; children: ReactNode }) {
  const application = useApplication()
  const place = useMenuPlace()
  const body = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState<{ left: number; top: number } | null>(null)
  const focused = useRef<Element | null>(null)
  const copyRow: ExportChoice = {
    title: 'Copy the row',
    async run() {
      await copyText(rowText(body.current!))
      announce(application, 'The row was copied.')
    },
  }
  return (
    <div
      ref={body}
      className="view-body"
      onContextMenu={(event) => {
        event.preventDefault()
        focused.current = document.activeElement
        setAt({ left: event.clientX, top: event.clientY })
      }}
    >
      {children}
      <DropdownMenu.Root modal={false} open={at !== null} onOpenChange={(open) => (open ? undefined : setAt(null))}>
        <DropdownMenu.Trigger asChild disabled>
          <span aria-hidden className="row-menu-place" style={at ?? undefined} />
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal container={place}>
          <DropdownMenu.Content
            className="menu"
            align="start"
            aria-label="Row"
            onCloseAutoFocus={(event) => {
              event.preventDefault()
              if (focused.current instanceof HTMLElement) focused.current.focus()
            }}
          >
            <MenuChoices choices={[...choices, copyRow]} disabled={selected === null} />
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
    </div>
  )
}

/** "CPU time: 1.72 ms", a line for each column as it is shown. */
function rowText(table: HTMLElement): string {
  const titles = [...table.querySelectorAll('[role=columnheader]')].map((head) => (head.querySelector('.grid-sort-title') ?? head).textContent.trim())
  const cells = [...table.querySelectorAll('[role=row][aria-selected=true] [role=gridcell]')].map((cell) => cell.textContent.trim())
  return cells.map((cell, column) => `${titles[column]}: ${cell}`).join('\n')
}

import { DropdownMenu } from 'radix-ui'
import { lazyPart } from '../components/loading/lazy_part.tsx'
import { Waiting } from '../components/loading/Waiting.tsx'
import { Suspense, useState } from 'react'

const TreeShapeChoices = lazyPart(async () => ({ default: (await import('./TreeShapeChoices.tsx')).TreeShapeChoices }))

/** The menu of the tree's shape; its choices load when it is first opened, to keep the first page small. */
export function TreeShapeMenu({ hasWaste }: { hasWaste: boolean }) {
  const [open, setOpen] = useState(false)
  return (
    <DropdownMenu.Root modal={false} open={open} onOpenChange={setOpen}>
      <DropdownMenu.Trigger asChild>
        <button type="button" className="plain">
          View options ▾
        </button>
      </DropdownMenu.Trigger>
      {open ? (
        <Suspense fallback={<Waiting part inline />}>
          <TreeShapeChoices hasWaste={hasWaste} />
        </Suspense>
      ) : null}
    </DropdownMenu.Root>
  )
}

import { Popover } from 'radix-ui'
import { lazy, Suspense } from 'react'

const FormulaForm = lazy(async () => ({ default: (await import('./FormulaForm.tsx')).FormulaForm }))

/** Columns by formula. */
export function FormulaEditor() {
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <button type="button" className="plain" title="Columns by formula">
          formula ƒ
        </button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content className="menu formula-editor" align="end" collisionPadding={8} aria-label="Columns by formula">
          <Suspense fallback={null}>
            <FormulaForm />
          </Suspense>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

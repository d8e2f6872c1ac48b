/** The keys stay in the window when the button that has them goes away. */
import { useEffect } from 'react'
import { focusView } from './view_focus.ts'

/** Of the window: a button that goes away when it is pressed leaves the keys with the shown view. */
export function useKeptFocus(): void {
  useEffect(() => {
    function onClick(): void {
      const { activeElement } = document
      // React draws before the next task.
      setTimeout(() => {
        if (activeElement?.isConnected === false && document.activeElement === document.body) focusView()
      })
    }
    document.addEventListener('click', onClick, true)
    return () => document.removeEventListener('click', onClick, true)
  }, [])
}

/** Colors and fonts of the editor, as those of its window. */
import { editor } from 'monaco-editor/editor/editor.api.js'
import type { RefObject } from 'react'
import { useEffect } from 'react'
import { usePreference } from '../application/context.ts'
import { pixelsOf, useTextScale } from '../components/text_scale.ts'
import { defineTheme } from './monaco.ts'

interface Adjustable {
  updateOptions(options: editor.IEditorOptions): void
}

/** Keeps an editor in the colours, face and size of the window around it. */
export function useEditorAppearance(view: RefObject<Adjustable | null>): void {
  const theme = usePreference((preferences) => preferences.theme)
  const density = usePreference((preferences) => preferences.density)
  const scale = useTextScale()

  useEffect(() => {
    const applyTheme = (): void => editor.setTheme(defineTheme())
    applyTheme()
    const observer = new MutationObserver(applyTheme)
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
    return () => observer.disconnect()
  }, [theme])

  useEffect(() => {
    const style = getComputedStyle(document.documentElement)
    const size = pixelsOf(style.getPropertyValue('--size-small'), scale)
    view.current?.updateOptions({ fontFamily: style.getPropertyValue('--mono').trim(), fontSize: size, lineHeight: Math.round(size * 1.5) })
  }, [view, density, scale])
}

import { editor, KeyCode } from 'monaco-editor/editor/editor.api.js'
import { useEffect, useRef } from 'react'
import type { Side } from '../application/pair_side.ts'
import type { CodeViewProps } from './CodeView.tsx'
import { plainBrackets } from './monaco.ts'
import { useEditorAppearance } from './use_editor_appearance.ts'
import './editor.css'

/** A selected line of either version. */
export interface LitLine {
  version: 'old' | 'new'
  /** The access of the pair that it is; null: none. */
  side: Side | null
  /** 1-based. */
  line: number
}

export interface DiffViewProps {
  label: string
  /** Identity of the two texts: another name starts at the lit line, the same name keeps the place. */
  name: string
  old: string
  new: string
  language: CodeViewProps['language']
  lit: LitLine[]
  /** The version whose lit line is shown first; a change scrolls there. */
  look: Side
  /** Escape: back to where one came from. */
  onLeave(): void
}

/** Two versions of a source side by side, changes between them marked by sign and tone, the accesses lit by hue and shape. */
export default function DiffView({ label, name, old, new: present, language, lit, look, onLeave }: DiffViewProps) {
  const container = useRef<HTMLDivElement>(null)
  const view = useRef<editor.IStandaloneDiffEditor | null>(null)
  const leave = useRef(onLeave)
  leave.current = onLeave

  useEffect(() => {
    if (container.current === null) return
    const created = editor.createDiffEditor(container.current, {
      readOnly: true,
      domReadOnly: true,
      originalEditable: false,
      automaticLayout: true,
      minimap: { enabled: false },
      folding: false,
      glyphMargin: true,
      lineDecorationsWidth: 14,
      scrollBeyondLastLine: false,
      renderLineHighlight: 'none',
      overviewRulerLanes: 0,
      renderOverviewRuler: false,
      hideCursorInOverviewRuler: true,
      overviewRulerBorder: false,
      contextmenu: false,
      links: false,
      selectionHighlight: false,
      renderWhitespace: 'none',
      guides: { indentation: false },
      stickyScroll: { enabled: false },
      matchBrackets: 'near',
      ...plainBrackets,
      renderSideBySide: true,
      useInlineViewWhenSpaceIsLimited: false,
      enableSplitViewResizing: true,
      ignoreTrimWhitespace: false,
      renderMarginRevertIcon: false,
      renderGutterMenu: false,
      renderIndicators: true,
      unicodeHighlight: { ambiguousCharacters: false, invisibleCharacters: true },
      scrollbar: { verticalScrollbarSize: 10, horizontalScrollbarSize: 10, useShadows: false, alwaysConsumeMouseWheel: false },
    })
    for (const part of [created.getOriginalEditor(), created.getModifiedEditor()]) {
      part.onKeyDown((event) => {
        if (event.keyCode === KeyCode.Escape && container.current?.querySelector('.find-widget.visible') === null) leave.current()
      })
    }
    view.current = created
    return () => {
      created.dispose()
      view.current = null
    }
  }, [])

  useEditorAppearance(view)
  useEffect(() => {
    view.current?.getOriginalEditor().updateOptions({ ariaLabel: `${label}, old version` })
    view.current?.getModifiedEditor().updateOptions({ ariaLabel: `${label}, new version` })
  }, [label])

  useEffect(() => {
    const shown = view.current
    if (shown === null) return
    const id = language === 'plain' ? 'plaintext' : language
    const model = { original: editor.createModel(old, id), modified: editor.createModel(present, id) }
    shown.setModel(model)
    return () => {
      // The editor must let go of its texts before they end.
      if (view.current === shown) shown.setModel(null)
      model.original.dispose()
      model.modified.dispose()
    }
  }, [name, old, present, language])

  useEffect(() => {
    const shown = view.current
    if (shown === null) return
    const parts = { old: shown.getOriginalEditor(), new: shown.getModifiedEditor() }
    const inText = lit.filter(({ version, line }) => line >= 1 && line <= (parts[version].getModel()?.getLineCount() ?? 0))
    const decorations = (['old', 'new'] as const).map((version) =>
      parts[version].createDecorationsCollection(
        inText
          .filter((line) => line.version === version)
          .map(({ side, line }) => ({
            range: { startLineNumber: line, startColumn: 1, endLineNumber: line, endColumn: 1 },
            options: {
              isWholeLine: true,
              className: `lit lit-${side ?? 'neutral'}`,
              glyphMarginClassName: `lit-mark lit-mark-${side ?? 'neutral'}`,
              zIndex: side === look ? 2 : 1,
            },
          })),
      ),
    )
    const goThere = (): void => {
      const first = inText.find(({ version, side }) => version === 'new' && side === look) ?? inText.find(({ side }) => side === look) ?? inText[0]
      if (first === undefined) return
      parts[first.version].revealLineInCenter(first.line, editor.ScrollType.Immediate)
      parts[first.version].setPosition({ lineNumber: first.line, column: 1 })
    }
    // Lines that only one version has make room in the other once both are compared: until then places still move.
    const compared = shown.onDidUpdateDiff(() => {
      compared.dispose()
      goThere()
    })
    goThere()
    return () => {
      compared.dispose()
      for (const collection of decorations) collection.clear()
    }
  }, [name, old, present, language, lit, look])

  return (
    <div
      ref={container}
      className="code code-focus"
      data-read-only-code
      tabIndex={-1}
      onFocus={(event) => event.target === event.currentTarget && view.current?.getModifiedEditor().focus()}
    />
  )
}

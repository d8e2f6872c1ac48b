import { editor, KeyCode } from 'monaco-editor/editor/editor.api.js'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Side } from '../application/pair_side.ts'
import { textScale } from '../components/text_scale.ts'
import { percentText } from '../format/quantities.ts'
import { plainBrackets } from './monaco.ts'
import { useEditorAppearance } from './use_editor_appearance.ts'
import { leastHeat } from './least_heat.ts'
import './editor.css'

export interface LineHeat {
  /** 1-based. */
  line: number
  /** Share of all waste, 0..1. */
  share: number
  /** Share of the run's cost, 0..1; null where that is not known. */
  spent: number | null
  /** The evidence for both shares, for the tooltip. */
  detail: string
}

export interface CodeViewProps {
  label: string
  /** Whose hue and shape the lit line has; null: it is no access of a pair. */
  side: Side | null
  /** Identity of the text: another name starts at the lit line, the same name keeps the place. */
  name: string
  text: string
  language: 'c' | 'cpp' | 'rust' | 'fortran' | 'plain' | 'assembly'
  /** 1-based line of the access; null if it has none. */
  litLine: number | null
  /** 1-based line where the scope of the pair's redundancy begins; null or absent: not in this text. */
  scopeLine?: number | null
  /** Shown instead of line numbers: addresses of machine code. */
  lineNames?: string[]
  /** Null: not known yet; its column is kept free. */
  heat: LineHeat[] | null
  /** The measure of the bars behind the shares; absent: waste. */
  heatOf?: 'waste' | 'spent'
  onLineClick?(line: number): void
  /** Escape: back to where one came from. */
  onLeave(): void
}

const heatColumn = 6
/** Widths of the bar behind the percentage, one class each in editor.css. */
const heatSteps = 10
/** CSS pixels, at the usual font size, that both shares would leave too few of for the code: only those of the bars are shown. */
const roomForShares = 400
/** Lines of code that are worth one for the function around them. */
const linesBelowFunction = 8

/** Read-only code: the access lit with its side's hue and shape, each line's shares of the waste and of the run's cost in the margin. */
export default function CodeView({
  label,
  side,
  name,
  text,
  language,
  litLine,
  scopeLine = null,
  lineNames,
  heat,
  heatOf = 'waste',
  onLineClick,
  onLeave,
}: CodeViewProps) {
  const container = useRef<HTMLDivElement>(null)
  const view = useRef<editor.IStandaloneCodeEditor | null>(null)
  const click = useRef(onLineClick)
  click.current = onLineClick
  const shownLine = useRef(litLine)
  shownLine.current = litLine
  const [isNarrow, setNarrow] = useState(false)
  const leave = useRef(onLeave)
  leave.current = onLeave
  const heatOfLine = useMemo(
    () => new Map((heat ?? []).filter(({ share, spent }) => share >= leastHeat || (spent ?? 0) >= leastHeat).map((numbers) => [numbers.line, numbers])),
    [heat],
  )

  useEffect(() => {
    if (container.current === null) return
    const created = editor.create(container.current, {
      readOnly: true,
      domReadOnly: true,
      automaticLayout: true,
      minimap: { enabled: false },
      folding: false,
      glyphMargin: true,
      lineDecorationsWidth: 6,
      scrollBeyondLastLine: false,
      renderLineHighlight: 'none',
      overviewRulerLanes: 0,
      hideCursorInOverviewRuler: true,
      overviewRulerBorder: false,
      contextmenu: false,
      links: false,
      occurrencesHighlight: 'singleFile',
      selectionHighlight: false,
      renderWhitespace: 'none',
      guides: { indentation: false },
      stickyScroll,
      matchBrackets: 'near',
      ...plainBrackets,
      unicodeHighlight: { ambiguousCharacters: false, invisibleCharacters: true },
      scrollbar: { verticalScrollbarSize: 10, horizontalScrollbarSize: 10, useShadows: false, alwaysConsumeMouseWheel: false },
      model: null,
    })
    created.onMouseDown(({ target }) => {
      const margin =
        target.type === editor.MouseTargetType.GUTTER_LINE_NUMBERS ||
        target.type === editor.MouseTargetType.GUTTER_GLYPH_MARGIN ||
        target.type === editor.MouseTargetType.GUTTER_LINE_DECORATIONS
      if (margin && target.position !== null) click.current?.(target.position.lineNumber)
    })
    created.onKeyDown((event) => {
      if (event.keyCode === KeyCode.Escape && container.current?.querySelector('.find-widget.visible') === null) leave.current()
    })
    let height = created.getLayoutInfo().height
    const fit = ({ width, height: room }: editor.EditorLayoutInfo): void => {
      setNarrow(width < roomForShares * textScale())
      const enabled = room >= linesBelowFunction * created.getOption(editor.EditorOption.lineHeight)
      if (enabled !== created.getOption(editor.EditorOption.stickyScroll).enabled) created.updateOptions({ stickyScroll: { ...stickyScroll, enabled } })
    }
    fit(created.getLayoutInfo())
    created.onDidLayoutChange((layout) => {
      fit(layout)
      const before = height
      height = layout.height
      const line = lineIn(created.getModel(), shownLine.current)
      if (line === null || height >= before) return
      // Content that appears above the code must not push the lit line out of view. A line that the person scrolled away stays away.
      const bottom = created.getBottomForLineNumber(line) - created.getScrollTop()
      if (bottom > height && bottom <= before + 1) showInCenter(created, line)
    })
    view.current = created
    return () => {
      created.getModel()?.dispose()
      created.dispose()
      view.current = null
    }
  }, [])

  useEditorAppearance(view)
  useEffect(() => view.current?.updateOptions({ ariaLabel: `${label}${litLine === null ? '' : `, line ${litLine} is lit`}` }), [label, litLine])

  useEffect(() => {
    const shown = view.current
    if (shown === null) return
    const old = shown.getModel()
    shown.setModel(editor.createModel(text, language === 'plain' ? 'plaintext' : language))
    old?.dispose()
  }, [text, language, name])

  useEffect(() => {
    const shown = view.current
    const model = shown?.getModel()
    if (shown == null || model == null) return
    const hasHeatColumn = heat === null || heatOfLine.size > 0
    const hasSpentColumn = (!isNarrow || heatOf === 'spent') && [...heatOfLine.values()].some(({ spent }) => (spent ?? 0) >= leastHeat)
    const hasWasteColumn = hasHeatColumn && !(isNarrow && hasSpentColumn)
    const figure = (share: number | null | undefined): string => (share == null || share < leastHeat ? '' : percentText(share)).padStart(heatColumn)
    const digits = lineNames === undefined ? String(model.getLineCount()).length : Math.max(...lineNames.map((lineName) => lineName.length))
    shown.updateOptions({
      lineNumbers(line) {
        const number = lineNames?.[line - 1] ?? String(line)
        if (!hasHeatColumn) return number
        const numbers = heatOfLine.get(line)
        return `${hasWasteColumn ? `${figure(numbers?.share)}  ` : ''}${hasSpentColumn ? `${figure(numbers?.spent)}  ` : ''}${number.padStart(digits)}`
      },
      lineNumbersMinChars: digits + (hasWasteColumn ? heatColumn + 2 : hasHeatColumn ? 0 : 1) + (hasSpentColumn ? heatColumn + 2 : 0),
    })
    const lit = lineIn(model, litLine)
    const scope = lineIn(model, scopeLine)
    const decorations = shown.createDecorationsCollection([
      ...[...heatOfLine]
        .filter(([line]) => line <= model.getLineCount())
        .map(([line, { share, spent, detail }]) => ({
          range: { startLineNumber: line, startColumn: 1, endLineNumber: line, endColumn: 1 },
          options: {
            ...barClass(heatOf === 'waste' ? share : (spent ?? 0), hasWasteColumn ? heatOf : 'waste'),
            lineNumberHoverMessage: { value: detail },
          },
        })),
      ...(scope === null
        ? []
        : [
            {
              range: { startLineNumber: scope, startColumn: 1, endLineNumber: scope, endColumn: 1 },
              // The access itself may be on the scope's line: then its own mark is in the margin.
              options: {
                isWholeLine: true,
                className: 'scope',
                ...(scope === lit ? {} : { glyphMarginClassName: 'scope-mark' }),
                hoverMessage: { value: 'Scope: within this loop or function, the access repeats earlier work' },
              },
            },
          ]),
      ...(lit === null
        ? []
        : [
            {
              range: { startLineNumber: lit, startColumn: 1, endLineNumber: lit, endColumn: 1 },
              options: {
                isWholeLine: true,
                className: `lit lit-${side ?? 'neutral'}`,
                glyphMarginClassName: `lit-mark lit-mark-${side ?? 'neutral'}`,
                zIndex: 1,
              },
            },
          ]),
    ])
    return () => decorations.clear()
  }, [text, language, name, litLine, scopeLine, lineNames, heat, heatOfLine, heatOf, side, isNarrow])

  // Apart from the marks: heat that comes later must not take away the line that the person scrolled to meanwhile.
  useEffect(() => {
    const lit = lineIn(view.current?.getModel() ?? null, litLine)
    if (lit === null) return
    showInCenter(view.current!, lit)
    view.current!.setPosition({ lineNumber: lit, column: 1 })
  }, [text, language, name, litLine])

  return (
    <div
      ref={container}
      className="code code-focus"
      data-read-only-code
      tabIndex={-1}
      onFocus={(event) => event.target === event.currentTarget && view.current?.focus()}
      data-lit-line={litLine ?? ''}
      data-scope-line={scopeLine ?? ''}
    />
  )
}

const stickyScroll: editor.IEditorStickyScrollOptions = { enabled: true, maxLineCount: 1, defaultModel: 'outlineModel', scrollWithEditor: false }

/** Below a whole line: in a low pane, each counts. */
function showInCenter(shown: editor.IStandaloneCodeEditor, line: number): void {
  shown.revealLineInCenter(line, editor.ScrollType.Immediate)
  const height = shown.getOption(editor.EditorOption.lineHeight)
  shown.setScrollTop(Math.floor(shown.getScrollTop() / height) * height, editor.ScrollType.Immediate)
}

function barClass(share: number, of: 'waste' | 'spent'): { marginClassName?: string } {
  return share < leastHeat ? {} : { marginClassName: `heat heat-${of} heat-${Math.ceil(Math.min(1, share) * heatSteps)}` }
}

/** Null where the text has no such line. */
function lineIn(model: editor.ITextModel | null, line: number | null): number | null {
  return model !== null && line !== null && line >= 1 && line <= model.getLineCount() ? line : null
}

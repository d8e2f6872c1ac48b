/** The parts of Monaco that reading code needs; everything else stays out of the bundle. */
import 'monaco-editor/features/bracketMatching/register.js'
import 'monaco-editor/features/caretOperations/register.js'
import 'monaco-editor/features/clipboard/register.js'
import 'monaco-editor/features/find/register.js'
import 'monaco-editor/features/gotoLine/register.js'
import 'monaco-editor/features/stickyScroll/register.js'
import 'monaco-editor/features/wordHighlighter/register.js'
import 'monaco-editor/features/wordOperations/register.js'
import 'monaco-editor/languages/definitions/cpp/register.js'
import 'monaco-editor/languages/definitions/rust/register.js'
import { editor, languages } from 'monaco-editor/editor/editor.api.js'
import EditorWorker from 'monaco-editor/editor/editor.worker.js?worker'
import { assembly, assemblyConfiguration } from './languages/assembly.ts'
import { fortran, fortranConfiguration } from './languages/fortran.ts'
import type { FunctionRange } from './outline/function_range.ts'
import { functionsIn } from './outline/functions_in.ts'

globalThis.MonacoEnvironment = { getWorker: () => new EditorWorker() }

languages.register({ id: 'assembly' })
languages.setMonarchTokensProvider('assembly', assembly)
languages.setLanguageConfiguration('assembly', assemblyConfiguration)
languages.register({ id: 'fortran' })
languages.setMonarchTokensProvider('fortran', fortran)
languages.setLanguageConfiguration('fortran', fortranConfiguration)

/** Without an outline, the editor takes lines above by their indentation, often just a brace. This outline has one line, which never shows as a head. */
const nothing: FunctionRange = { name: '-', line: 1, endLine: 1 }

languages.registerDocumentSymbolProvider(['c', 'cpp', 'rust', 'fortran', 'assembly', 'plaintext'], {
  provideDocumentSymbols(model) {
    const functions = functionsIn(model.getValue(), model.getLanguageId())
    return (functions.length === 0 ? [nothing] : functions).map(({ name, line, endLine }) => ({
      name,
      detail: '',
      kind: languages.SymbolKind.Function,
      tags: [],
      range: { startLineNumber: line, startColumn: 1, endLineNumber: endLine, endColumn: model.getLineMaxColumn(endLine) },
      selectionRange: { startLineNumber: line, startColumn: 1, endLineNumber: line, endColumn: 1 },
    }))
  },
})

/**
 * For every new editor: brackets have the colour of other text, and pairing them takes a tenth of opening a source. Texts are
 * told this setting by its whole name, which the option's own type does not have.
 */
export const plainBrackets = { 'bracketPairColorization.enabled': false }

/** The editor's colours are the window's tokens: syntax differs by weight and tone, hues keep their meanings. */
export function defineTheme(): string {
  const style = getComputedStyle(document.documentElement)
  const token = (name: string): string => longHex(style.getPropertyValue(`--${name}`).trim())
  const name = `hagstone-${document.documentElement.dataset['theme'] ?? 'dark'}`
  editor.defineTheme(name, {
    base: style.colorScheme === 'light' ? 'vs' : 'vs-dark',
    inherit: false,
    rules: [
      { token: '', foreground: token('text').slice(1) },
      { token: 'comment', foreground: token('text-dim').slice(1), fontStyle: 'italic' },
      { token: 'keyword', foreground: token('text').slice(1), fontStyle: 'bold' },
      { token: 'string', foreground: token('text-dim').slice(1) },
      { token: 'number', foreground: token('text').slice(1) },
      { token: 'register', foreground: token('text-dim').slice(1) },
    ],
    colors: {
      'editor.background': token('surface'),
      'editor.foreground': token('text'),
      'editorGutter.background': token('surface'),
      'editorLineNumber.foreground': token('text-dim'),
      'editorLineNumber.activeForeground': token('text'),
      'editor.selectionBackground': token('selected'),
      'editor.inactiveSelectionBackground': token('selected-idle'),
      'editor.wordHighlightBackground': token('selected-idle'),
      'editor.findMatchBackground': token('selected'),
      'editor.findMatchHighlightBackground': token('selected-idle'),
      'editorWidget.background': token('raised'),
      'editorWidget.border': token('line'),
      'editorCursor.foreground': token('focus'),
      'editorBracketMatch.background': token('selected-idle'),
      'editorBracketMatch.border': token('line'),
      'editorStickyScroll.background': token('raised'),
      'editorStickyScroll.border': token('line'),
      'editorStickyScroll.shadow': token('line'),
      'editorStickyScrollHover.background': token('hover'),
      'scrollbar.shadow': token('line'),
      'scrollbarSlider.background': `${token('line')}99`,
      'scrollbarSlider.hoverBackground': token('line'),
      'input.background': token('window'),
      'input.foreground': token('text'),
      focusBorder: token('focus'),
      'diffEditor.insertedLineBackground': token('selected-idle'),
      'diffEditor.removedLineBackground': token('selected-idle'),
      'diffEditor.insertedTextBackground': token('selected'),
      'diffEditor.removedTextBackground': token('selected'),
      'diffEditorGutter.insertedLineBackground': token('selected-idle'),
      'diffEditorGutter.removedLineBackground': token('selected-idle'),
      'diffEditor.diagonalFill': token('line-faint'),
      'diffEditor.border': token('line'),
    },
  })
  return name
}

/** The editor knows #rrggbb only; the bundler writes #rgb where it can. */
function longHex(colour: string): string {
  return /^#[0-9a-f]{3}$/i.test(colour) ? colour.replaceAll(/[0-9a-f]/gi, '$&$&') : colour
}

import type { CodeViewProps } from '../../editor/CodeView.tsx'

/** In place of the editor, which needs a layout engine: the text, or of it the lit line. A click is one on that line. */
export default function CodeView({ label, text, litLine, heat, onLineClick }: CodeViewProps) {
  return (
    <pre className="code-focus" tabIndex={-1} aria-label={label} data-heat={heat?.length} onClick={() => litLine !== null && onLineClick?.(litLine)}>
      {litLine === null ? text : text.split('\n')[litLine - 1]}
    </pre>
  )
}

import type { DragEvent } from 'react'

/**
 * Path of the dropped item: in the app of a file, in a browser, which keeps that secret, of dropped text or a file URL.
 * Null if there is none to be known.
 */
export function droppedPath(event: Pick<DragEvent, 'dataTransfer'>): string | null {
  const file = event.dataTransfer.files[0]
  if (file !== undefined) return window.hagstone?.pathOfFile(file) || null
  const text = event.dataTransfer.getData('text/plain').trim()
  return (text.startsWith('file://') ? decodeURIComponent(text.slice('file://'.length)) : text) || null
}

import type { ValueSite } from '../../shared/values.ts'
import { placeText } from '../format/paths.ts'

/** Where in its function a table is: without debug information the address tells the instructions apart. Of a file's name the end may be cut, of the line nothing. */
export function SitePlace({ site: { file, line, address = '' } }: { site: Pick<ValueSite, 'file' | 'line'> & { address?: string } }) {
  const name = placeText(file, null)
  return (
    <span className="value-place tree-place">
      <span className="tree-file-name">{name}</span>
      <span className="tree-line">{file === null ? address : placeText(file, line).slice(name.length)}</span>
    </span>
  )
}

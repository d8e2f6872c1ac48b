import type { Finding } from '../../shared/findings/finding.ts'
import type { Tool } from '../../shared/run.ts'
import { useApplication } from '../application/context.ts'
import { ExportMenu } from '../components/ExportMenu.tsx'
import { SearchField } from '../components/SearchField.tsx'
import { noteWords } from '../format/note_words.ts'
import { countedText, countText } from '../format/quantities.ts'
import { allTools, toolWords } from '../tools/tools.ts'
import { isFiltered, noFilter, type FindingFilter } from './finding_filter.ts'
import type { FindingsModel } from './finding_model.ts'

interface FindingToolbarProps {
  model: FindingsModel
  findings: Finding[]
  filter: FindingFilter
  total: number
  /** That pass the filter. */
  count: number
}

/** The filter of the findings, the number it shows, and the ways to take those along. */
export function FindingToolbar({ model, findings, filter, total, count }: FindingToolbarProps) {
  const application = useApplication()
  const tools = allTools.filter((tool) => findings.some((finding) => finding.tools.includes(tool)))
  return (
    <div className="toolbar" role="toolbar" aria-label="Findings">
      <SearchField
        text={filter.search}
        regularExpression={filter.regularExpression}
        placeholder="Filter titles, functions, files  /"
        label="Filter findings by title, function or file"
        onSearch={({ text, regularExpression }) => model.filterBy({ search: text, regularExpression })}
      />
      {tools.length < 2 ? null : (
        <select
          aria-label="Findings by tool"
          title="Findings by tool"
          value={filter.tool ?? ''}
          onChange={(event) => model.filterBy({ tool: event.target.value === '' ? null : (event.target.value as Tool) })}
        >
          <option value="">any tool</option>
          {tools.map((tool) => (
            <option key={tool} value={tool}>
              {toolWords[tool].name}
            </option>
          ))}
        </select>
      )}
      <select
        aria-label="Findings by their mark"
        title="Findings by their mark"
        value={filter.triage ?? ''}
        onChange={(event) => model.filterBy({ triage: event.target.value === '' ? null : (event.target.value as NonNullable<FindingFilter['triage']>) })}
      >
        <option value="">any mark</option>
        <option value="open">neither fixed nor ignored</option>
        {Object.entries(noteWords).map(([status, title]) => (
          <option key={status} value={status}>
            {title}
          </option>
        ))}
      </select>
      {isFiltered(filter) ? (
        <span className="chip">
          {countText(count)} of {countText(total)}
          <button type="button" className="plain" aria-label="Clear the filter" onClick={() => model.filterBy(noFilter)}>
            ✕
          </button>
        </span>
      ) : (
        <span className="dim">{countedText(total, 'finding')}</span>
      )}
      <span className="toolbar-space" />
      <ExportMenu
        what="the findings"
        disabled={count === 0}
        choices={[
          { title: 'Save as CSV', run: () => application.runCommand('findings.save-all') },
          { title: 'Copy as Markdown', run: () => application.runCommand('findings.copy-all') },
          { title: 'Export the whole profile…', run: () => application.runCommand('export.profile') },
        ]}
      />
    </div>
  )
}

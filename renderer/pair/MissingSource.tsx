import type { SourceText } from '../../shared/rpc/sources.ts'
import { report } from '../application/application.ts'
import { useApplication } from '../application/context.ts'
import { chooseFile } from '../application/files.ts'
import { directoryName } from '../format/paths.ts'

type MissingText = Extract<SourceText, { found: false }>

const reasons: Record<MissingText['reason'], string> = {
  missing: 'The source file was not found.',
  refused: 'The source lies outside the folders you have agreed to.',
  'too-large': 'The source file is too large to show.',
  unreadable: 'The source file is there but may not be read.',
}

/** A bar above the machine code: why there is no source, where it was looked for, and what helps. */
export function MissingSource({ file, missing, onAgree }: { file: string; missing: MissingText; onAgree(): void }) {
  const application = useApplication()
  async function mapFolder(): Promise<void> {
    try {
      const folder = await chooseFile(application, 'source-folder')
      if (folder === null) return
      await application.client.call('source.map', { from: directoryName(file), to: folder })
      application.store.setState(({ sourceMappings }) => ({ sourceMappings: sourceMappings + 1 }))
    } catch (error) {
      report(application, error)
    }
  }
  return (
    <div className="side-warning side-missing" role="status">
      <span>{reasons[missing.reason]}</span>
      {missing.reason === 'refused' ? <button type="button" className="action primary" title="A profile may come from anywhere, so its files are opened only if you say so" onClick={onAgree}>Show this file</button> : null}
      <button type="button" className="action" title={`The folder chosen stands for ${directoryName(file)} from now on`} onClick={() => void mapFolder()}>Map a folder…</button>
      <span className="side-paths selectable">
        <span className="dim">{missing.reason === 'refused' ? 'It would be' : 'Looked for'}</span>
        {missing.lookedFor.map((path) => <code key={path}>{path}</code>)}
      </span>
    </div>
  )
}

import type { SourceText } from '../../shared/rpc/contract.ts'
import { report } from '../application/application.ts'
import { useApplication } from '../application/context.ts'
import { chooseFile } from '../application/files.ts'
import { directoryName } from '../format/paths.ts'
import { toggleDisassembly } from '../application/profiles.ts'

type MissingText = Extract<SourceText, { found: false }>

const reasons: Record<MissingText['reason'], string> = {
  missing: 'The source file was not found.',
  refused: 'The profile names a file outside the folders you have agreed to. A profile may come from anywhere, so its files are opened only if you say so.',
  'too-large': 'The file is too large to show.',
  unreadable: 'The file is there but may not be read.',
}

/** Why there is no source, where it was looked for, and what helps. */
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
    <div className="state side-missing">
      <span>{reasons[missing.reason]}</span>
      <div>
        <div className="dim">{missing.reason === 'refused' ? 'It would be:' : 'Looked for:'}</div>
        <ul className="paths selectable">{missing.lookedFor.map((path) => <li key={path}><code>{path}</code></li>)}</ul>
      </div>
      <div className="row">
        {missing.reason === 'refused' ? <button type="button" className="action primary" onClick={onAgree}>Show this file</button> : null}
        <button type="button" className="action" onClick={() => void mapFolder()}>Map a folder…</button>
        <button type="button" className="action" onClick={() => toggleDisassembly(application)}>Show the disassembly</button>
      </div>
      <span className="dim">A folder chosen here stands for {directoryName(file)} from now on.</span>
    </div>
  )
}

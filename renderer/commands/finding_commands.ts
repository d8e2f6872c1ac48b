import type { Finding } from '../../shared/findings/finding.ts'
import { profileStem } from '../format/paths.ts'
import type { Application } from '../application/application.ts'
import { announce } from '../application/application.ts'
import { selectPairOfAnyTool, showView } from '../application/profiles.ts'
import { copyText, saveFile } from '../application/save.ts'
import type { OpenProfile } from '../application/state.ts'
import { focusCode } from '../focus/code_focus.ts'
import type { Command } from './command.ts'

/** The selected finding; null while another view is shown. */
export function lookedFinding({ store }: Application): { profile: OpenProfile; finding: Finding } | null {
  const { screen, profile } = store.getState()
  if (screen !== 'profile' || profile === null || profile.view !== 'findings') return null
  const finding = profile.findings.selected
  return finding === null ? null : { profile, finding }
}

export async function copyFindings(application: Application, { findings }: OpenProfile, copied: readonly Finding[]): Promise<void> {
  const { answer, notes } = findings.state.getState()
  if (answer === null) return
  const { findingMarkdown } = await import('../findings/finding_markdown.ts')
  await copyText(copied.map((finding) => findingMarkdown(finding, answer, notes[finding.id])).join('\n'))
  announce(application, copied.length === 1 ? 'The finding was copied as Markdown.' : 'The findings were copied as Markdown.')
}

async function saveFindings(application: Application, { findings, summary }: OpenProfile, saved: readonly Finding[]): Promise<void> {
  const { answer, notes } = findings.state.getState()
  if (answer === null) return
  const [{ findingTable }, { csvText }] = await Promise.all([import('../findings/finding_table.ts'), import('../../shared/tables/table_text.ts')])
  const name = `${profileStem(summary.path)}-findings.csv`
  saveFile(name, csvText(findingTable(saved, answer, notes)), 'text/csv;charset=utf-8')
  announce(application, `${name} was saved.`)
}

/** Commands of findings alone. Those shared with pairs (mark, copy, show in the tree) are among the commands of pairs. */
export function findingCommands(application: Application): Command[] {
  const enabled = (): boolean => lookedFinding(application) !== null
  const command = (
    id: string,
    title: string,
    keys: string[],
    run: (looked: NonNullable<ReturnType<typeof lookedFinding>>) => void | Promise<void>,
  ): Command => ({
    id: `findings.${id}`,
    title,
    group: 'Finding',
    keys,
    scope: 'everywhere',
    enabled,
    run() {
      const looked = lookedFinding(application)
      if (looked !== null) return run(looked)
    },
  })
  const listed = (id: string, title: string, run: (profile: OpenProfile, shown: readonly Finding[]) => Promise<void>): Command => {
    const shownIn = ({ screen, profile } = application.store.getState()): OpenProfile | null =>
      screen === 'profile' && profile?.view === 'findings' && profile.findings.shown.length > 0 ? profile : null
    return {
      id: `findings.${id}`,
      title,
      group: 'Finding',
      keys: [],
      scope: 'everywhere',
      enabled: () => shownIn() !== null,
      async run() {
        const profile = shownIn()
        if (profile !== null) await run(profile, profile.findings.shown)
      },
    }
  }
  return [
    command('toggle', 'Open or close the finding', [], ({ profile, finding }) => profile.findings.toggle(finding.id)),
    command(
      'show-pair',
      'Show the largest pair of the finding',
      ['p'],
      async ({
        finding: {
          contexts: [largest],
        },
      }) => {
        if (largest !== undefined) await selectPairOfAnyTool(application, largest.pair)
        await showView(application, 'pairs')
      },
    ),
    command('show-source', 'Read the source of the finding', ['s'], () => focusCode(application, '[data-side="source"]')),
    listed('save-all', 'Save the listed findings as CSV', (profile, shown) => saveFindings(application, profile, shown)),
    listed('copy-all', 'Copy the listed findings as Markdown', (profile, shown) => copyFindings(application, profile, shown)),
  ]
}

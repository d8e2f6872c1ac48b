import type { Finding } from '../../shared/findings/finding.ts'
import type { Application } from '../application/application.ts'
import { announce } from '../application/application.ts'
import { selectPairOfAnyTool, showView } from '../application/profiles.ts'
import { copyText } from '../application/save.ts'
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
    command('copy-all', 'Copy the listed findings as Markdown', [], ({ profile }) => copyFindings(application, profile, profile.findings.shown)),
  ]
}

/** The commands that the documents show: fenced blocks, and which of their lines are not run in tests. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { commands } from '../../electron/cli/command_table.ts'
import { helpOptions } from '../../electron/cli/help_options.ts'

const root = resolve(import.meta.dirname, '../..')

export interface DocumentedBlock {
  /** Relative to the repository. */
  document: string
  /** Number of the fence's line. */
  line: number
  /** '' where the fence names none. */
  language: string
  /** Lines, those joined that a backslash continues. */
  commands: string[]
  /** From the hidden comment before the fence, "<!-- not run here: WORDS, WORDS -->": lines with these words are only checked; "all". */
  notRun: string[]
}

/** README.md and all below docs/. */
export function documents(): Array<{ document: string; text: string }> {
  const names = [
    'README.md',
    ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .toSorted()
      .map((name) => `docs/${name}`),
  ]
  return names.map((document) => ({ document, text: readFileSync(join(root, document), 'utf8') }))
}

/** The blocks of all documents. */
export function documentedBlocks(): DocumentedBlock[] {
  return documents().flatMap(({ document, text }) => blocksOf(document, text))
}

/** Blocks of one document's text. */
export function blocksOf(document: string, text: string): DocumentedBlock[] {
  return [...text.matchAll(/(?:^<!-- not run here: ([^\n]+) -->\n)?^```(\w*)\n([^]*?)^```$/gm)].map(
    ({ index, 0: whole, 1: notRun, 2: language = '', 3: body = '' }) => ({
      document,
      language,
      line: text.slice(0, index + whole.indexOf('```')).split('\n').length,
      commands: body
        .replaceAll('\\\n', ' ')
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== ''),
      notRun: notRun?.split(', ') ?? [],
    }),
  )
}

export function isRun({ notRun }: DocumentedBlock, command: string): boolean {
  return !notRun.some((words) => words === 'all' || command.includes(words))
}

/** Hagstone's own command lines within a shell command: words after the program's name, up to what ends it or the recorded program's. */
export function ownCommandLines(command: string): string[][] {
  const plain = command.replace(/(^|\s)#.*$/, '').replaceAll(/"([^"\s]*)"/g, '$1')
  return [...plain.matchAll(/(?:^|(?<!--tag)[\s"'(;&|])(?:[\w./$-]*\/)?(?:hagstone|Hagstone-[\d.]+\.AppImage)(?=\s)([^|;&"]*)/g)]
    .map(({ 1: rest = '' }) =>
      rest
        .trim()
        .split(/\s+/)
        .filter((word) => word !== ''),
    )
    .map((words) => (words.includes('--') ? words.slice(0, words.indexOf('--')) : words))
}

/** Words that the command's help does not know; '' for none. */
export async function unknownIn([name = '', ...words]: string[]): Promise<string> {
  if (['', '--help', '--version'].includes(name)) return ''
  const command = commands[name]
  if (command === undefined) return `there is no command ${name}`
  const options = new Map(helpOptions((await command.load()).help).map((option) => [option.name, option]))
  for (const [at, word] of words.entries()) {
    if (!word.startsWith('--')) continue
    const [given = '', value = words[at + 1] ?? ''] = word.split('=')
    const option = options.get(given)
    if (option === undefined) return `${name} has no option ${given}`
    if (option.value !== null && (value === '' || value.startsWith('--'))) return `${given} needs a value`
    if (option.choices.length > 0 && !value.split(',').every((one) => option.choices.includes(one))) return `${given} takes no ${value}`
  }
  return ''
}

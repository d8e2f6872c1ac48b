/** The options in a command's help, in a form for shell completion and manual pages. */
export interface HelpOption {
  /** With its dashes. */
  name: string
  /** Placeholder of its value, e.g. FILE or T[,T]; null without one. */
  value: string | null
  /** Its text, on one line. */
  description: string
  /** Values that the text lists as `a | b | c`, or one below the other; none when it is free. */
  choices: string[]
}

const optionLine = /^ {2}(--[a-z][a-z-]*)(?: ([A-Z][^ ]*))? +(\S.*)$/
const furtherLine = /^ {4,}(\S.*)$/
const choicesWithin = /(?:^|: )([a-z][\w-]*(?: \| [a-z][\w-]*)+)/
const listedChoice = /^([a-z][a-z-]*) {2,}\S/

/** The options in the order of the help, --help among them. */
export function helpOptions(help: string): HelpOption[] {
  const found: Array<{ name: string; value: string | null; lines: string[] }> = []
  let within = false
  for (const line of help.split('\n')) {
    const option = optionLine.exec(line) ?? /^ {2}(--help)$/.exec(line)
    const further: RegExpExecArray | null = within ? furtherLine.exec(line) : null
    if (option !== null) found.push({ name: option[1] ?? '', value: option[2] ?? null, lines: option[3] === undefined ? [] : [option[3]] })
    else if (further !== null) found.at(-1)?.lines.push(further[1] ?? '')
    within = option !== null || further !== null
  }
  return found.map(({ name, value, lines }) => ({
    name,
    value,
    description: lines.join(' ').replaceAll(/ {2,}/g, ' '),
    choices: value === null ? [] : choicesOf(lines),
  }))
}

function choicesOf(lines: string[]): string[] {
  const listed = lines.map((line) => listedChoice.exec(line)?.[1])
  if (listed.length > 1 && listed[0] !== undefined) return listed.filter((choice) => choice !== undefined)
  return choicesWithin.exec(lines.join(' '))?.[1]?.split(' | ') ?? []
}

/** Whether a value with this placeholder is a file or a directory. */
export function isFilePlaceholder(value: string): boolean {
  return ['FILE', 'PATH', 'OLD', 'NEW', 'DIRECTORY'].includes(value)
}

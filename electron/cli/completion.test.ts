import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commands } from './command_table.ts'
import { completedCommands } from './commands/completion_command.ts'
import { completionScript, SHELLS } from './completion_scripts.ts'
import { helpOptions } from './help_options.ts'

let directory: string
const script = (shell: string): string => join(directory, `hagstone.${shell}`)

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'hagstone-completion-'))
  const all = await completedCommands(commands)
  for (const shell of SHELLS) writeFileSync(script(shell), completionScript(shell, all))
  writeFileSync(join(directory, 'run.hagstone'), '')
  writeFileSync(join(directory, 'last night.hagstone'), '')
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const isInstalled = (program: string): boolean => spawnSync(program, ['--version']).status === 0

describe('options of helps', () => {
  test('are found with placeholder, text and choices', () => {
    const help =
      'hagstone thing FILE\n\n  --view V   pairs | tree (default pairs,\n             of values alone tree)\n  --to F     pprof        for pprof\n             html         one page\n  --plain    no colours\n  --help\n\nText with --view in it.\n'
    expect(helpOptions(help)).toEqual([
      { name: '--view', value: 'V', description: 'pairs | tree (default pairs, of values alone tree)', choices: ['pairs', 'tree'] },
      { name: '--to', value: 'F', description: 'pprof for pprof html one page', choices: ['pprof', 'html'] },
      { name: '--plain', value: null, description: 'no colours', choices: [] },
      { name: '--help', value: null, description: '', choices: [] },
    ])
  })

  test.each(Object.keys(commands))('are all found in the help of %s', async (name) => {
    const { help } = await commands[name]!.load()
    const lines = help
      .split('\n')
      .filter((line) => /^ {2}--/.test(line))
      .map((line) => line.trim().split(' ')[0])
    expect(helpOptions(help).map((option) => option.name)).toEqual(lines)
    expect(lines).toContain('--help')
  })
})

/** Returns bash's completions of the last word. */
function proposed(...words: string[]): string[] {
  const answer = execFileSync(
    'bash',
    ['-c', 'source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _hagstone; printf "%s\\n" "${COMPREPLY[@]}"', script('bash'), ...words],
    { cwd: directory, encoding: 'utf8' },
  )
  return answer.split('\n').filter((line) => line !== '')
}

describe('bash completes', () => {
  test('commands', () => {
    expect(proposed('hagstone', 're')).toEqual(['record', 'report'])
    expect(proposed('hagstone', '')).toEqual(expect.arrayContaining(Object.keys(commands)))
  })

  test('options, and the values that they take', () => {
    expect(proposed('hagstone', 'report', '--v')).toEqual(['--view'])
    expect(proposed('hagstone', 'report', '--view', 'r')).toEqual(['reuse', 'regions', 'ranks'])
    expect(proposed('hagstone', 'record', '--engine', 'ex')).toEqual(['exhaustive'])
    expect(proposed('hagstone', 'validate', '--tool', 'f')).toEqual([])
    expect(proposed('hagstone', 'record', '--tool', 'f')).toEqual(['false-sharing'])
    expect(proposed('hagstone', 'export', 'run.hagstone', '--to', 'h')).toEqual(['html'])
    expect(proposed('hagstone', 'completion', '')).toEqual(expect.arrayContaining([...SHELLS]))
  })

  test('files, programs, and what follows a program', () => {
    expect(proposed('hagstone', 'view', 'run')).toEqual(['run.hagstone'])
    expect(proposed('hagstone', 'check', 'run.hagstone', '--baseline', 'r')).toEqual(['run.hagstone'])
    expect(proposed('hagstone', 'record', 'ba')).toContain('bash')
    expect(proposed('hagstone', 'record', '--', 'ba')).toContain('bash')
    expect(proposed('hagstone', 'record', '--', 'bash', 'ru')).toEqual(['run.hagstone'])
    expect(proposed('hagstone', 'view', 'las')).toEqual(['last night.hagstone'])
    expect(proposed('hagstone', 'record', '--', 'bash', 'las')).toEqual(['last night.hagstone'])
  })
})

describe.skipIf(!isInstalled('fish'))('fish completes', () => {
  const proposedByFish = (line: string): string[] =>
    execFileSync('fish', ['--no-config', '-c', `source ${script('fish')}; complete -C '${line}'`], { cwd: directory, encoding: 'utf8' })
      .split('\n')
      .filter((answer) => answer !== '')
      .map((answer) => answer.split('\t')[0] ?? '')

  test('commands, options and values', () => {
    expect(proposedByFish('hagstone rec')).toEqual(['record'])
    expect(proposedByFish('hagstone report --vi')).toEqual(['--view'])
    expect(proposedByFish('hagstone report --view r')).toEqual(['ranks', 'regions', 'reuse'])
    expect(proposedByFish('hagstone view run')).toEqual(['run.hagstone'])
  })
})

describe.skipIf(!isInstalled('zsh'))('zsh completes', () => {
  test('without output when the script is loaded', () => {
    const { status, stderr } = spawnSync(
      'zsh',
      ['-f', '-c', `autoload -U compinit && compinit -u -D && source ${script('zsh')} && [ "$_comps[hagstone]" = _hagstone ]`],
      { encoding: 'utf8' },
    )
    expect([status, stderr]).toEqual([0, ''])
  })

  // A separate interactive shell, which reads what the first one dumped of zsh's own completions: Tab completes the line,
  // Control-X writes the resulting line and ends the shell.
  const driver = `zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "autoload -U compinit && compinit -u -d $4 && source $1; show() { print -r -- \\$BUFFER >$3; exit }; zle -N show; bindkey '^I' complete-word '^X' show; print READY"
zpty -r shell answer $'*\\nREADY*'
zpty -w -n shell "$2"$'\\t\\x18'
while zpty -r shell answer; do :; done
`
  test.each([
    ['hagstone rec', 'hagstone record '],
    ['hagstone report --vi', 'hagstone report --view '],
    ['hagstone report --view reu', 'hagstone report --view reuse '],
    ['hagstone record --engine exh', 'hagstone record --engine exhaustive '],
    ['hagstone completion fi', 'hagstone completion fish '],
    ['hagstone view ru', 'hagstone view run.hagstone '],
    ['hagstone view las', String.raw`hagstone view last\ night.hagstone `],
    ['hagstone record sh ru', 'hagstone record sh run.hagstone '],
    ['hagstone record -- sh --rate', 'hagstone record -- sh --rate'],
  ])('%s', { timeout: 300_000 }, (line, completed) => {
    const answer = join(directory, 'line')
    execFileSync('zsh', ['-f', '-c', driver, 'zsh', script('zsh'), line, answer, join(directory, 'zcompdump')], {
      cwd: directory,
      stdio: 'ignore',
      timeout: 300_000,
    })
    expect(readFileSync(answer, 'utf8')).toBe(`${completed}\n`)
  })
})

/** Options of the scripts that npm runs. The comment at the top of a script is its help. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { ParseArgsConfig } from 'node:util'

/** The comment at the top of a script, without its marks. */
export function usageOf(source: string): string {
  const comment = /^\/\*\*\n([^]*?)\n \*\//.exec(source)?.[1] ?? ''
  return `${comment.replaceAll(/^ \* ?/gm, '')}\n`
}

/** node:util's parseArgs. --help prints the script's usage; a wrong option, or one given twice, gets one line instead of a stack. @param script import.meta.url */
export function scriptOptions<Config extends ParseArgsConfig>(script: string, config: Config): ReturnType<typeof parseArgs<Config>> {
  if (process.argv.slice(2).includes('--help')) {
    process.stdout.write(usageOf(readFileSync(fileURLToPath(script), 'utf8')))
    process.exit(0)
  }
  try {
    const { tokens } = parseArgs({ ...config, tokens: true }) as { tokens: Array<{ kind: string; name?: string }> }
    const given = tokens.flatMap(({ kind, name }) => (kind === 'option' ? [name!] : []))
    // parseArgs takes the last one without a word.
    const twice = given.find((name, i) => config.options?.[name]?.multiple !== true && given.indexOf(name) < i)
    if (twice !== undefined) throw new Error(`Option '--${twice}' is given twice`)
    return parseArgs(config)
  } catch (error) {
    // Node goes on to explain words that begin with a dash.
    console.error(`${(error as Error).message.split('. ')[0]!}; --help lists the options`)
    return process.exit(2)
  }
}

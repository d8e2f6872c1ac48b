/** `hagstone validate`: compares the sampler with the ground truth of the exhaustive engine. */
import { lstatSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { Failure, exitStatus, messageOf, systemErrorCode } from '../../failure.ts'
import { requireRecordingPlatform } from '../../platform.ts'
import { targetEnvironmentOfCommandLine } from '../../record/environment.ts'
import { describeEnd } from '../../record/finishing/finish.ts'
import { attributions, defaultSampling, granularities, reservoirs } from '../../record/options.ts'
import { joinedLines } from '../../report/format.ts'
import { inScratchDirectory } from '../../scratch_directory.ts'
import { loadSymbolsAddon } from '../../symbols/symbols_addon.ts'
import { recordLive } from '../../validate/live_run.ts'
import type { LivePlan } from '../../validate/live_run.ts'
import { runProgram } from '../../validate/run_program.ts'
import type { ValidatedProgram } from '../../validate/run_program.ts'
import { mostVirtualPmus, plannedPmus, skidFits, usualVariations, validatedTools, virtualBounds } from '../../validate/settings.ts'
import type { ValidationSettings } from '../../validate/settings.ts'
import { compareRun } from '../../validate/validate.ts'
import { validationLines } from '../../validate/validation_text.ts'
import { validateValues } from '../../validate/values/validate_values.ts'
import { valuesValidationLines } from '../../validate/values/validation_text.ts'
import type { Validation } from '../../../shared/validation.ts'
import type { ValuesValidation } from '../../../shared/values.ts'
import { choice, generalStatuses, integer, parseArguments, shareOf, wrongUse } from '../command.ts'
import type { Command } from '../command.ts'
import { print, progressLine, terminalWidth } from '../terminal.ts'

const bounds = {
  ...virtualBounds,
  skid: { minimum: 0, maximum: 2 ** 20 },
  top: { minimum: 0, maximum: 1000 },
  rate: { minimum: 1, maximum: 10_000 },
  'live-runs': { minimum: 1, maximum: 1000 },
} as const
const usualPeriod = 10_007
const usualRegisters = 4
const usualTop = 5
const usualRate = 1000

const help = `hagstone validate [OPTIONS] [--] PROGRAM [ARGUMENTS…]

Runs the program once under the exhaustive engine, which counts every access. Virtual PMUs and
debug registers sample the same accesses as the sampler does. Compares their estimates with the
ground truth (the exact counts). Takes tens of times the program's own time. The program's output
goes to stderr.

  --tool T[,T]      ${validatedTools.join(', ')}
                    (default ${defaultSampling.tools.join(', ')}),
                    or values alone: the effect of tables of 4 and 50 entries, of tables that are
                    never cleared (record's --no-clearing), and of converging profiles, in six
                    runs of the program; the only option is --tolerance
  --period N[,N]    loads, or stores, between two samples (default ${usualPeriod}; the nearest prime)
  --registers N[,N] debug registers, 1 to 16 (default ${usualRegisters})
  --reservoir R[,R] ${reservoirs.join(', ')} (default: all, that of record first)
  --attribution A[,A]  ${attributions.join(', ')} (default both)
  --kernel K[,K]    no: accesses by system calls are not seen, as in hardware; yes (default both)
  --skid N          the sampled access is up to N accesses after the one at which the counter
                    overflowed (default 0)
  --granularity G   of reuse distances: ${granularities.join(' | ')} (default ${defaultSampling.granularity})
  --tolerance R     relative, of floating-point comparisons (default ${defaultSampling.tolerance})
  --seeds K         runs of each setting, with different random numbers (default 1)
  --live            also run the program natively with the real sampler, once per tool. Compare its
                    estimates with the ground truth weighted by its clock, and, reweighted by exact
                    executions, with the ground truth itself
  --live-runs N     number of runs per tool, combined (default 1): short programs have too few
                    samples to order their pairs
  --rate R          samples per second of CPU time of --live (default ${usualRate})
  --top N           exact pairs to list for each tool (default ${usualTop})
  --json            one object (schema hagstone.validation/1; for values hagstone.values-validation/1)
  --output FILE     write the same object to FILE; hagstone view FILE draws the curves (except of values)
  --help

In lists, the first value is the baseline. Every period is combined with every number of registers;
other lists vary one at a time.

${generalStatuses}
`

const optionTypes = {
  tool: { type: 'string' },
  period: { type: 'string' },
  registers: { type: 'string' },
  reservoir: { type: 'string' },
  attribution: { type: 'string' },
  kernel: { type: 'string' },
  skid: { type: 'string' },
  granularity: { type: 'string' },
  tolerance: { type: 'string' },
  seeds: { type: 'string' },
  top: { type: 'string' },
  json: { type: 'boolean' },
  live: { type: 'boolean' },
  'live-runs': { type: 'string' },
  rate: { type: 'string' },
  output: { type: 'string' },
  help: { type: 'boolean' },
} as const
type Values = { [K in Exclude<keyof typeof optionTypes, 'json' | 'live' | 'help'>]?: string | undefined }

export const validateCommand: Command = {
  name: 'validate',
  help,
  wrongUse: exitStatus.wrongUse,
  async run(commandArguments) {
    const { own, program } = splitAtProgram(commandArguments)
    const { values } = parseArguments(validateCommand, { args: own, options: optionTypes })
    if (values.help === true) {
      print(help)
      return 0
    }
    const [name, ...targetArguments] = program
    if (name === undefined) throw wrongUse(validateCommand, 'No program is named')
    requireRecordingPlatform()
    const target = {
      program: name,
      arguments: targetArguments,
      workingDirectory: process.cwd(),
      environment: targetEnvironmentOfCommandLine(process.env),
      tolerance: toleranceOf(values.tolerance),
    }
    const output = values.output === undefined ? null : resolve(values.output)
    if (values.tool?.split(',').includes('values') === true) {
      assertValuesAlone(values)
      if (output !== null) assertWritable(output)
      const examining = progressLine('examining the program')
      const found = await inScratchDirectory('validate', (scratch) =>
        validateValues(target, { scratch, symbols: loadSymbolsAddon(), onProgress: examining.show }),
      ).finally(examining.end)
      finish(found, values.json === true, valuesValidationLines(found, terminalWidth()), output)
      return 0
    }
    const settings = settingsOf(values)
    const top = values.top === undefined ? usualTop : integer(validateCommand, 'top', values.top, bounds.top)
    if (output !== null) assertWritable(output)
    const rate = values.rate === undefined ? usualRate : integer(validateCommand, 'rate', values.rate, bounds.rate)
    if (values.rate !== undefined && values.live !== true) throw wrongUse(validateCommand, '--rate requires --live')
    const runs = values['live-runs'] === undefined ? 1 : integer(validateCommand, 'live-runs', values['live-runs'], bounds['live-runs'])
    if (values['live-runs'] !== undefined && values.live !== true) throw wrongUse(validateCommand, '--live-runs requires --live')
    const validation = await inScratchDirectory('validate', (scratch) =>
      validate(target, settings, { scratch, mostPairs: top, liveRuns: values.live === true ? { rate, runs } : null }),
    )
    finish(validation, values.json === true, validationLines(validation, terminalWidth()), output)
    return 0
  },
}

function finish(found: Validation | ValuesValidation, asJson: boolean, lines: string[], output: string | null): void {
  const json = `${JSON.stringify(found, null, 2)}\n`
  print(asJson ? json : joinedLines(lines))
  if (output !== null) writeResult(output, json)
}

/** Values are not sampled, so sampling options do not apply. */
function assertValuesAlone(values: Values): void {
  const foreign = (Object.keys(values) as Array<keyof typeof optionTypes>).find((option) => !['tool', 'tolerance', 'json', 'output', 'help'].includes(option))
  if (values.tool !== 'values') throw wrongUse(validateCommand, `--tool ${values.tool}: values cannot be combined with other tools`)
  if (foreign !== undefined) throw wrongUse(validateCommand, `--${foreign} is for sampling, and values are not sampled`)
}

/** @param liveRuns of the real sampler; null: none */
async function validate(
  target: ValidatedProgram,
  settings: ValidationSettings,
  { scratch, mostPairs, liveRuns }: { scratch: string; mostPairs: number; liveRuns: Pick<LivePlan, 'rate' | 'runs'> | null },
): Promise<Validation> {
  const examining = progressLine('examining the program')
  const run = await runProgram(target, settings, scratch, { onProgress: examining.show }).finally(examining.end)
  const live = liveRuns === null ? null : await recordLive(target, settings, { scratch, ...liveRuns, expected: describeEnd(run.end) })
  const comparing = progressLine('comparing')
  return compareRun(run, settings, target, { live, symbols: loadSymbolsAddon(), onProgress: comparing.show, mostPairs }).finally(comparing.end)
}

/** The program's own arguments begin at the first word that is no option of ours, or after "--". */
function splitAtProgram(words: string[]): { own: string[]; program: string[] } {
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? ''
    if (word === '--') return { own: words.slice(0, index), program: words.slice(index + 1) }
    if (!word.startsWith('-') || word === '-') return { own: words.slice(0, index), program: words.slice(index) }
    const name = word.slice(2)
    if (Object.hasOwn(optionTypes, name) && optionTypes[name as keyof typeof optionTypes].type === 'string') index++
  }
  return { own: words, program: [] }
}

function settingsOf(values: Values): ValidationSettings {
  const list = <T>(value: string | undefined, otherwise: readonly T[], parse: (word: string) => T): T[] =>
    value === undefined ? [...otherwise] : [...new Set(value.split(',').map(parse))]
  const one = (option: keyof typeof bounds) => (word: string) => integer(validateCommand, option, word, bounds[option])
  const settings: ValidationSettings = {
    tools: list(values.tool, defaultSampling.tools, (word) => choice(validateCommand, 'tool', word, validatedTools)),
    periods: list(values.period, [usualPeriod], one('period')),
    registers: list(values.registers, [usualRegisters], one('registers')),
    reservoirs: list(values.reservoir, usualVariations.reservoirs, (word) => choice(validateCommand, 'reservoir', word, reservoirs)),
    attributions: list(values.attribution, usualVariations.attributions, (word) => choice(validateCommand, 'attribution', word, attributions)),
    kernel: list(values.kernel, usualVariations.kernel, (word) => choice(validateCommand, 'kernel', word, ['no', 'yes']) === 'yes'),
    skid: values.skid === undefined ? 0 : one('skid')(values.skid),
    seeds: values.seeds === undefined ? 1 : one('seeds')(values.seeds),
    granularity: values.granularity === undefined ? defaultSampling.granularity : choice(validateCommand, 'granularity', values.granularity, granularities),
  }
  if (!settings.periods.every((period) => skidFits(settings.skid, period)))
    throw wrongUse(validateCommand, `--skid ${settings.skid}: less than half of the shortest period is needed`)
  const count = plannedPmus(settings).length
  if (count > mostVirtualPmus)
    throw wrongUse(validateCommand, `These are ${count} virtual PMUs; at most ${mostVirtualPmus} can sample one run. Name fewer tools, settings, or --seeds`)
  return settings
}

function toleranceOf(value: string | undefined): number {
  const tolerance = value === undefined ? defaultSampling.tolerance : shareOf(value)
  if (!(tolerance >= 0 && tolerance < 1))
    throw wrongUse(validateCommand, `--tolerance ${value}: a number from 0 up to, but not including, 1 is required, e.g. 0.01 or 1%`)
  return tolerance
}

/**
 * Before the run, so that no run is wasted. A new output is removed on failure; an existing one stays until the result
 * replaces it.
 */
function assertWritable(path: string): void {
  try {
    const isNew = lstatSync(path, { throwIfNoEntry: false }) === undefined
    writeFileSync(path, '', { flag: 'a' })
    if (isNew) rmSync(path)
  } catch (error) {
    throw new Failure(
      exitStatus.wrongUse,
      `--output ${path} cannot be written (${systemErrorCode(error) ?? messageOf(error)}); choose another place than ${dirname(path)}, or free space.`,
    )
  }
}

function writeResult(path: string, json: string): void {
  try {
    writeFileSync(path, json)
  } catch (error) {
    throw new Failure(
      exitStatus.failure,
      `${path} cannot be written (${systemErrorCode(error) ?? messageOf(error)}); the result is only printed; free space and run it again.`,
    )
  }
}

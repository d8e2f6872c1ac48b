/**
 * `hagstone validate --tool values`: the program's loads profiled in unusual ways, each in a separate run, beside the
 * usual profile (Calder, Feller and Eustace, sections 5.4 and 7).
 */
import { hostname } from 'node:os'
import { join } from 'node:path'
import { convergentAgainstFull } from '../../../shared/metrics/values/compare_values.ts'
import { invariances } from '../../../shared/metrics/values/invariance.ts'
import type { ProfileTables } from '../../../shared/profile/profile.ts'
import type { ValueComparison, ValuesValidation, ValueVariant } from '../../../shared/values.ts'
import { analyzeInMemory } from '../../analysis/analyze_recording.ts'
import { readRecordingDirectory } from '../../analysis/recording_directory.ts'
import type { SymbolSource } from '../../analysis/symbols/symbol_source.ts'
import type { PreparationHooks } from '../../record/exhaustive/prepare.ts'
import { defaultExhaustive } from '../../record/options.ts'
import { defaultValues, type ValueOptions } from '../../record/value_options.ts'
import { compareProfiles } from '../../report/values/compare_profiles.ts'
import { valuesSummary } from '../../report/values/values_report.ts'
import { hagstoneVersion } from '../../version.ts'
import { runMeasured, type ValidatedProgram, type ValidationRun } from '../run_program.ts'
import { OpenModules } from '../../analysis/symbols/open_modules.ts'

/** Differences from the usual profile of loads. */
const VARIANTS: Record<ValueVariant['name'], Partial<ValueOptions>> = {
  'tables of 4': { tableSize: 4 },
  'tables of 50': { tableSize: 50 },
  'never cleared': { clearing: false },
  'while rising': { profile: 'rising', reference: true },
  'within bounds': { profile: 'bounds', reference: true },
}

export interface ValuesValidationTools extends PreparationHooks {
  /** Existing directory for the recordings. */
  scratch: string
  symbols: SymbolSource
}

/** Throws Failure 2 if the program cannot be run, 3 if the engine cannot run it here. */
export async function validateValues(target: ValidatedProgram, { scratch, symbols, ...hooks }: ValuesValidationTools): Promise<ValuesValidation> {
  const shared = new OpenModules(symbols)
  try {
    const profiled = async (name: string, values: ValueOptions): Promise<{ run: ValidationRun; profile: ProfileTables }> => {
      const run = await runMeasured(
        target,
        { tools: ['values'], exhaustive: { ...defaultExhaustive, scope: 'none', values } },
        { output: join(scratch, `${name.replaceAll(' ', '-')}.hagstone`), virtual: [] },
        hooks,
      )
      return { run, profile: (await analyzeInMemory(readRecordingDirectory(run.directory), { symbols: shared, withoutCode: true })).profile }
    }
    const usual = await profiled('usual', defaultValues)
    const variants: ValueVariant[] = []
    for (const [name, change] of Object.entries(VARIANTS) as Array<[ValueVariant['name'], Partial<ValueOptions>]>) {
      const { run, profile } = await profiled(name, { ...defaultValues, kinds: ['loads'], ...change })
      const summary = valuesSummary(profile, invariances(profile))
      if (summary)
        variants.push({
          name,
          settings: summary.settings,
          duration: run.duration,
          comparison: comparisonOf(usual.profile, profile),
          convergence: summary.convergence,
        })
    }
    const summary = valuesSummary(usual.profile, invariances(usual.profile))!
    return {
      schema: 'hagstone.values-validation/1',
      hagstoneVersion: hagstoneVersion(),
      command: usual.run.command,
      startedAt: usual.run.startedAt.toISOString(),
      host: hostname(),
      usual: { settings: summary.settings, kinds: summary.kinds, estimate: summary.estimate, duration: usual.run.duration },
      variants,
      notes: usual.run.warnings,
    }
  } finally {
    shared.close()
  }
}

/**
 * Compares the loads. Runs of one program differ a little, so a convergent profile is compared with the full one of its own
 * run.
 */
function comparisonOf(usual: ProfileTables, profile: ProfileTables): ValueComparison {
  const [own] = convergentAgainstFull(profile, invariances(profile))
  return own ?? compareProfiles({ path: 'usual', profile: usual }, { path: 'variant', profile }).comparisons.find(({ kind }) => kind === 'loads')!
}

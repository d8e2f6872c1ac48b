/** Profiles in speedscope's own format (www.speedscope.app/file-format-schema.json). */
import type { ProfileTables } from '../../shared/profile/profile.ts'
import { quoteArguments } from '../../shared/names/command_line.ts'
import { exitStatus, Failure } from '../failure.ts'
import { hagstoneVersion } from '../version.ts'
import { kindText, type Samples } from './samples.ts'

const units = { bytes: 'bytes', ns: 'nanoseconds', count: 'none' } as const

/**
 * @throws Failure if a file would have no profiles: speedscope opens none without @returns one profile for each tool
 * and metric with weights, over one list of frames
 */
export function speedscopeOf({ run, files }: ProfileTables, { kinds, stacks, samples }: Samples): object {
  const name = quoteArguments(run.command)
  if (samples.length === 0)
    throw new Failure(exitStatus.failure, 'This profile has no pairs, and speedscope opens no file without weights; export --to html shows what the run did.')
  return {
    $schema: 'https://www.speedscope.app/file-format-schema.json',
    name,
    exporter: `hagstone ${hagstoneVersion()}`,
    activeProfileIndex: 0,
    shared: {
      frames: stacks.frames.map(({ name, file, line }) => ({
        name,
        ...(files[file] === undefined ? {} : { file: files[file] }),
        ...(line > 0 ? { line } : {}),
      })),
    },
    profiles: kinds.flatMap((kind, number) => {
      const ofKind = samples.filter((sample) => sample.kind === number)
      const weights = ofKind.map(({ weight }) => weight)
      return ofKind.length === 0
        ? []
        : [
            {
              type: 'sampled',
              name: kindText(kind),
              unit: units[kind.unit],
              startValue: 0,
              endValue: weights.reduce((sum, weight) => sum + weight, 0),
              samples: ofKind.map(({ stack }) => stacks.path(stack)),
              weights,
            },
          ]
    }),
  }
}

/**
 * Whether frames that tail calls removed are restored rightly: five programs of the study, built with and without tail calls, and
 * their calling contexts compared by executed instructions. The build without them is the ground truth.
 *   tail_calls.ts [PROGRAM]…
 * Ends with 1 if a chain that is reported as the only one is wrong.
 */
import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { openProfile } from '../../electron/profile/open_profile.ts'
import { build, buildFlags } from './build.ts'
import { callPaths, comparePaths } from './call_paths.ts'
import { debianSource } from './debian_source.ts'
import { studyDirectory } from './directories.ts'
import type { StudyProgram } from './program.ts'
import { studyPrograms } from './programs.ts'
import { hagstoneOn } from './run.ts'

const NAMES = ['lua', 'lz4', 'minisat', 'lp_solve', 'zopfli']
/** Native; the engine needs some hundred times as long. */
const SECONDS = 0.02
const SHOWN = 5
const BUILDS = { jumps: buildFlags, calls: `${buildFlags} -fno-optimize-sibling-calls` }

function profileOf(program: StudyProgram, which: keyof typeof BUILDS): ReturnType<typeof callPaths> {
  const source = debianSource(program.source)
  const directory = join(studyDirectory, 'tail_calls', `${program.name}-${which}`)
  if (!existsSync(join(directory, program.executable))) {
    rmSync(directory, { recursive: true, force: true })
    cpSync(source.directory, directory, { recursive: true })
    build(program, directory, BUILDS[which])
  }
  const runDirectory = join(studyDirectory, 'runs', `${program.name}-${which}`)
  rmSync(runDirectory, { recursive: true, force: true })
  mkdirSync(runDirectory, { recursive: true })
  const { arguments: words, input } = program.prepare(SECONDS, runDirectory, source.directory)
  const path = join(runDirectory, 'profile.hagstone')
  hagstoneOn(
    {
      program,
      version: source.version,
      command: [join(directory, program.executable), ...words],
      directory: runDirectory,
      inputDigest: '',
      input: input === null ? null : join(runDirectory, input),
    },
    ['record', '--engine', 'exhaustive', '--tool', 'dead-stores', '--output', path],
  )
  const { profile, close } = openProfile(path)
  const paths = callPaths(profile)
  close()
  return paths
}

const percent = (share: number): string => `${(100 * share).toFixed(2)} %`.padEnd(10)
const names = process.argv.length > 2 ? process.argv.slice(2) : NAMES
console.log('program      equal     more      several   lost      wrong     chains with restored frames')
for (const name of names) {
  const program = studyPrograms.find((each) => each.name === name)
  if (program === undefined) throw new Error(`the study has no program ${name}`)
  const jumps = profileOf(program, 'jumps')
  const { equal, more, unsure, lost, wrong, others } = comparePaths(jumps, profileOf(program, 'calls'))
  const restored = [...jumps.values()].filter((path) => path.restored.length > 0).length
  console.log(`${name.padEnd(12)} ${[equal, more, unsure, lost, wrong].map(percent).join('')}${restored} of ${jumps.size}`)
  for (const { path, share, isWrong } of others.slice(0, SHOWN)) console.log(`  ${isWrong ? 'wrong' : 'lost'} ${percent(share)} ${path}`)
  if (wrong > 0) process.exitCode = 1
}

/** The launch form for a program that a profile is of. */
import type { Engine, Tool } from '../../shared/run.ts'
import type { LaunchRequest } from '../../shared/rpc/recordings.ts'
import { quoteArguments } from '../../shared/names/command_line.ts'
import type { RecordWish } from '../application/state.ts'
import { defaultTools, needsExhaustive } from '../tools/tools.ts'
import { draftOf, emptyDraft, type LaunchDraft } from './launch_draft.ts'

/** @param recent earlier launches of this window, the last first: its environment and options are kept */
export function draftAgain(wish: RecordWish, recent: readonly LaunchRequest[]): LaunchDraft {
  const { run, action = '', byObject } = wish
  const [program = '', ...words] = run.command
  const known = recent.find((request) => request.process === undefined && [request.program, ...request.arguments].join('\0') === run.command.join('\0'))
  const before = known === undefined ? { ...emptyDraft, program, argumentLine: quoteArguments(words), directory: run.workingDirectory } : draftOf(known)
  const engine = wish.engine ?? adviseEngine(action) ?? (run.engine === 'virtual' ? 'auto' : run.engine === 'exhaustive' ? run.engine : before.engine)
  return {
    ...before,
    engine,
    tools: toolsOf(wish, engine),
    ...(action.includes('--follow children') ? { followChildren: true } : {}),
    ...(byObject === undefined ? {} : { byObject }),
  }
}

function adviseEngine(action: string): 'exhaustive' | 'software' | null {
  return action.includes('--engine exhaustive') ? 'exhaustive' : action.includes('--engine software') ? 'software' : null
}

/** Without those that the engine cannot measure. */
function toolsOf({ run, tools = [], action = '' }: RecordWish, engine: Engine | 'auto'): Tool[] {
  const alone = /--tool ([a-z-]+) alone/.exec(action)?.[1]
  const wanted = [...new Set([...run.tools, ...tools])].filter((tool) => alone === undefined || tool === alone)
  const measurable = wanted.filter((tool) => (engine === 'exhaustive' ? tool !== 'false-sharing' : !needsExhaustive(tool)))
  return measurable.length === 0 ? defaultTools : measurable
}

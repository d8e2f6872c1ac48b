/** Every command, and the help that lists them. */
import { generalStatuses } from './command.ts'
import type { CommandTable } from './command.ts'

export const commands: CommandTable = {
  record: { purpose: 'record a program and find its wasted work', load: async () => (await import('./commands/record_command.ts')).recordCommand },
  report: { purpose: 'print a profile as text, JSON, or CSV', load: async () => (await import('./commands/report_command.ts')).reportCommand },
  compare: {
    purpose: 'compare two runs: which waste is new, gone, larger, or smaller',
    load: async () => (await import('./commands/compare_command.ts')).compareCommand,
  },
  check: {
    purpose: 'fail a build if a program wastes more than before, or too much',
    load: async () => (await import('./commands/check_command.ts')).checkCommand,
  },
  export: {
    purpose: 'write a profile for pprof, speedscope, the Firefox Profiler, or as one page',
    load: async () => (await import('./commands/export_command.ts')).exportCommand,
  },
  'embed-sources': {
    purpose: 'put sources into a profile, so that it can be opened anywhere',
    load: async () => (await import('./commands/embed_sources_command.ts')).embedSourcesCommand,
  },
  view: { purpose: 'open profiles in the app', load: async () => (await import('./commands/view_command.ts')).viewCommand },
  serve: { purpose: 'show the same windows in a browser', load: async () => (await import('./commands/serve_command.ts')).serveCommand },
  connect: { purpose: 'show the runs of another machine, over ssh', load: async () => (await import('./commands/connect_command.ts')).connectCommand },
  analyze: { purpose: 'make a profile of a raw recording', load: async () => (await import('./commands/analyze_command.ts')).analyzeCommand },
  validate: {
    purpose: 'compare the sampler’s estimates with exact counts of one run',
    load: async () => (await import('./commands/validate_command.ts')).validateCommand,
  },
  'link-flags': {
    purpose: 'print the flags that link the sampler into a static program',
    load: async () => (await import('./commands/link_flags_command.ts')).linkFlagsCommand,
  },
  doctor: {
    purpose: 'show what works on this machine, and how to fix the rest',
    load: async () => (await import('./commands/doctor_command.ts')).doctorCommand,
  },
  completion: {
    purpose: 'print the completion script for bash, zsh, or fish',
    load: async () => (await import('./commands/completion_command.ts')).completionCommand(commands),
  },
}

export const generalHelp = `hagstone finds wasted work in programs.

hagstone                 open the app; without Electron or a display, serve it to the browser
${Object.entries(commands)
  .map(([name, { purpose }]) => `hagstone ${name.padEnd(15)} ${purpose}`)
  .join('\n')}

hagstone COMMAND --help  print the help of a command
hagstone --version       print the version
In every command, -o means --output, -p --pid, and -h --help.

Start with: hagstone record -- PROGRAM ARGUMENTS…
${generalStatuses} record has its own; see its help.
With HAGSTONE_DEBUG set, an unexpected error shows where it came from.
`

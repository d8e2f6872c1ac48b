/**
 * Measures what recording costs and how exact it is on this machine, and writes docs/measurements.md.
 * Sections can be chosen: main.ts [overhead] [sample] [short] [threads] [parallel] [accuracy] [intervals] [stack] [line] [symbols] [grid] [exhaustive] [exhaustive-parallel] [compiler] [values] [viewer] [findings] [merging] [ranks] [cpu-time] [trace] [ending]; the page then
 * holds those only and is printed instead of written.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { accuracySection } from './accuracy.ts'
import { compilerSection, exhaustiveSection, parallelRunsSection } from './exhaustive/exhaustive.ts'
import { cpuTimeSection } from './cpu_time.ts'
import { endingSection } from './sections/ending_section.ts'
import { findingsSection } from './sections/findings_section.ts'
import { gridSection } from './grid.ts'
import { intervalsSection } from './sections/intervals_section.ts'
import { lineDistanceSection } from './exhaustive/line_distance.ts'
import { describeMachine } from './machine.ts'
import { mergingSection } from './sections/merging_section.ts'
import { overheadSection } from './overhead.ts'
import { parallelSection } from './parallel_section.ts'
import { ranksSection } from './sections/ranks_section.ts'
import { sampleCostSection } from './sections/sample_cost_section.ts'
import { shortProgramsSection } from './short_programs.ts'
import { shortThreadsSection } from './short_threads.ts'
import { stackDistanceSection } from './exhaustive/stack_distance.ts'
import { symbolsSection } from './sections/symbols_section.ts'
import { root } from './tools.ts'
import { traceSection } from './sections/trace_section.ts'
import { valuesSection } from './exhaustive/values.ts'
import { viewerSection } from './sections/viewer_section.ts'

const sections = {
  overhead: overheadSection,
  sample: sampleCostSection,
  short: shortProgramsSection,
  threads: shortThreadsSection,
  parallel: parallelSection,
  accuracy: accuracySection,
  intervals: intervalsSection,
  stack: stackDistanceSection,
  line: lineDistanceSection,
  symbols: symbolsSection,
  grid: gridSection,
  exhaustive: exhaustiveSection,
  'exhaustive-parallel': parallelRunsSection,
  compiler: compilerSection,
  values: valuesSection,
  viewer: viewerSection,
  findings: findingsSection,
  merging: mergingSection,
  ranks: ranksSection,
  'cpu-time': cpuTimeSection,
  trace: traceSection,
  ending: endingSection,
}
type SectionName = keyof typeof sections
const names = Object.keys(sections) as SectionName[]

const chosen = process.argv.slice(2)
const unknown = chosen.find((name) => !names.some((known) => known === name))
if (unknown !== undefined) {
  console.error(`there is no section ${unknown}; the sections are ${names.join(', ')}`)
  process.exit(2)
}

const parts = [
  '# Measurements',
  `Written by \`npm run bench\` on ${describeMachine()}. Times differ between machines and
runs; ratios within one run are more reliable.`,
]
for (const name of names) {
  if (chosen.length > 0 && !chosen.includes(name)) continue
  console.error(`bench: ${name} …`)
  parts.push(await sections[name]())
}
const page = `${parts.join('\n\n')}\n`
console.log(page)
if (chosen.length === 0) writeFileSync(join(root, 'docs/measurements.md'), page)

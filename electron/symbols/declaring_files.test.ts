/** Where functions are declared that another compile unit describes, as with link-time optimization. */
import { basename } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { loadSymbolsAddon } from './symbols_addon.ts'
import { instructionAddresses, isMissing, Workspace } from './toolchain.testing.ts'

const workspace = new Workspace()
const addon = loadSymbolsAddon()
afterAll(() => workspace.remove())

/** The file that declares each function, by name. */
function declaringFiles(program: string): Record<string, string> {
  const module = addon.openModule(workspace.path(program), { debugDirectories: [] })
  const found = module.lookup(Float64Array.from(instructionAddresses(workspace, module, program, () => true)))
  const names = Array.from(found.functionName, (name, frame) => [found.strings[name]!, basename(found.strings[found.functionFile[frame]!]!)] as const)
  module.close()
  return Object.fromEntries(names)
}

it.skipIf(isMissing('gcc'))('are those of the declaring unit, of gcc with link-time optimization', () => {
  // The numbers of the files differ between the units: the first one has two headers.
  workspace.write('one.h', 'extern volatile int kept;\nstatic inline int of_header(int value) { kept = value; return value * 7; }\n')
  workspace.write('two.h', 'static inline int of_other_header(int value) { return value * 9; }\n')
  workspace.write(
    'one.c',
    '#include "one.h"\n#include "two.h"\nint of_second(int);\nint main(int count, char** arguments) { return of_header(count) + of_other_header(count) + of_second(count); }\n',
  )
  workspace.write(
    'two.c',
    'volatile int kept;\n__attribute__((noinline)) int of_third(int value) { kept = value; return value; }\nint of_second(int value) { return of_third(value + 1) * 3; }\n',
  )
  workspace.run('gcc', '-O2', '-g', '-flto', 'one.c', 'two.c', '-o', 'linked')
  expect(declaringFiles('linked')).toMatchObject({ main: 'one.c', of_header: 'one.h', of_second: 'two.c', of_third: 'two.c' })
})

it.skipIf(isMissing('rustc'))('are those of the declaring unit, of Rust with several units', () => {
  workspace.write(
    'units.rs',
    `mod a { #[inline] pub fn sum(values: &[u64]) -> u64 { values.iter().filter(|each| **each % 3 == 0).sum() } }
mod b { pub fn most(values: &[u64]) -> u64 { *values.iter().max().unwrap() + super::a::sum(values) } }
fn main() {
  let values: Vec<u64> = std::env::args().map(|each| each.len() as u64).collect();
  println!("{} {}", a::sum(&values), b::most(&values));
}
`,
  )
  workspace.run('rustc', '-O', '-g', '-C', 'codegen-units=4', 'units.rs', '-o', 'units')
  const found = declaringFiles('units')
  for (const name of ['units::main', 'units::a::sum', 'units::b::most']) if (name in found) expect(found[name], name).toBe('units.rs')
  expect(found).toHaveProperty(['units::main'])
})

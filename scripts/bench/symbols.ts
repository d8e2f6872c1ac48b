/**
 * How fast the symboliser is: generates a program of templates with DWARF 5 of at least 30 MB (kept in build/bench),
 * indexes it and symbolises 10,000 distinct addresses. Prints one JSON object:
 *
 *   node scripts/bench/symbols.ts → { binaryBytes, debugInfoBytes, scopes, openSeconds, indexSeconds,
 *   indexSecondsPer20MB, addresses, frames, lookupSeconds, again: seconds of a second lookup of the same addresses }
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { loadSymbolsAddon } from '../../electron/symbols/symbols_addon.ts'

const directory = resolve(import.meta.dirname, '../../build/bench/symbols')
const targetBytes = 30_000_000
const recordsPerUnit = 12
const addressCount = 10_000

/** One type with the standard library's templates instantiated over it. */
function recordSource(number: number): string {
  const name = `Record${number}`
  return `
struct ${name} {
  int key;
  std::string name;
  double weight[${(number % 7) + 1}];
  bool operator<(const ${name}& other) const { return name < other.name; }
};
double aggregate(std::vector<${name}>& records) {
  std::sort(records.begin(), records.end());
  std::stable_sort(records.begin(), records.end(), [](const auto& a, const auto& b) { return a.key < b.key; });
  std::map<std::string, std::vector<${name}>> groups;
  for (auto& record : records) groups[record.name].push_back(record);
  std::unordered_map<int, ${name}> latest;
  for (auto& record : records) latest.insert_or_assign(record.key, record);
  std::ostringstream text;
  for (auto& [name, group] : groups) text << name << group.size();
  return std::accumulate(records.begin(), records.end(), double(text.str().size() + latest.size()),
                         [](double sum, const auto& record) { return sum + record.weight[0]; });
}`
}

function unitSource(unit: number): string {
  const numbers = Array.from({ length: recordsPerUnit }, (_, number) => number)
  const headers = ['algorithm', 'map', 'numeric', 'regex', 'sstream', 'string', 'unordered_map', 'vector']
  return `${headers.map((header) => `#include <${header}>`).join('\n')}
namespace unit${unit} {
${numbers.map(recordSource).join('\n')}
double run(int count) {
  double total = 0;
${numbers.map((number) => `  { std::vector<Record${number}> records(count); total += aggregate(records); }`).join('\n')}
  return total + std::regex_search(std::to_string(total), std::regex("[0-9]+(a|b)*"));
}
}
`
}

function compileWith(...options: string[]): void {
  const result = spawnSync('g++', ['-std=c++20', '-O2', '-g', '-gdwarf-5', ...options], { cwd: directory, encoding: 'utf8' })
  if (result.error !== undefined) throw result.error
  if (result.status !== 0) throw new Error(`g++ ${options.join(' ')} failed: ${result.stderr}`)
}

/** Adds compile units until the linked program is large enough. */
function generateBinary(): string {
  const binary = join(directory, 'templates')
  if (existsSync(binary)) return binary
  mkdirSync(directory, { recursive: true })
  const linked = `${binary}.new`
  for (let units = 1; ; units += 1) {
    const name = `unit${units - 1}`
    writeFileSync(join(directory, `${name}.cpp`), unitSource(units - 1))
    compileWith('-c', `${name}.cpp`)
    const calls = Array.from({ length: units }, (_, unit) => unit)
    const main = `${calls.map((unit) => `namespace unit${unit} { double run(int); }`).join('\n')}
int main(int count, char**) { return int(${calls.map((unit) => `unit${unit}::run(count)`).join(' + ')}); }
`
    writeFileSync(join(directory, 'main.cpp'), main)
    compileWith('main.cpp', ...calls.map((unit) => `unit${unit}.o`), '-o', linked)
    if (statSync(linked).size >= targetBytes) break
  }
  renameSync(linked, binary)
  return binary
}

function sectionSize(binary: string, name: string): number {
  const result = spawnSync('readelf', ['-SW', binary], { encoding: 'utf8' })
  const match = new RegExp(`\\${name}\\s+PROGBITS\\s+[0-9a-f]+\\s+[0-9a-f]+\\s+([0-9a-f]+)`).exec(result.stdout)
  if (match === null) throw new Error(`${binary}: no section ${name}`)
  return Number.parseInt(match[1]!, 16)
}

/** Distinct addresses spread evenly over the code. */
function spreadAddresses(binary: string): Float64Array {
  const result = spawnSync('readelf', ['-SW', binary], { encoding: 'utf8' })
  const match = /\.text\s+PROGBITS\s+([0-9a-f]+)\s+[0-9a-f]+\s+([0-9a-f]+)/.exec(result.stdout)
  if (match === null) throw new Error(`${binary}: no section .text`)
  const low = Number.parseInt(match[1]!, 16)
  const size = Number.parseInt(match[2]!, 16)
  return Float64Array.from({ length: addressCount }, (_, index) => low + Math.floor((index * size) / addressCount))
}

/** Seconds that `work` takes, and its result. */
function timed<Result>(work: () => Result): [number, Result] {
  const start = performance.now()
  const result = work()
  return [(performance.now() - start) / 1000, result]
}

const binary = generateBinary()
const addresses = spreadAddresses(binary)
const debugInfoBytes = sectionSize(binary, '.debug_info')
const addon = loadSymbolsAddon()
const [openSeconds, module] = timed(() => addon.openModule(binary, { debugDirectories: [] }))
const [indexSeconds, scopes] = timed(() => module.buildIndex())
const [lookupSeconds, result] = timed(() => module.lookup(addresses))
const [again] = timed(() => module.lookup(addresses))
const [loopSeconds] = timed(() => module.loops(addresses))
console.log(
  JSON.stringify({
    binaryBytes: statSync(binary).size,
    debugInfoBytes,
    scopes,
    openSeconds,
    indexSeconds,
    indexSecondsPer20MB: (indexSeconds * 20e6) / debugInfoBytes,
    addresses: addresses.length,
    frames: result.line.length,
    lookupSeconds,
    again,
    loopSeconds,
    loopFunctions: module.loopStatistics.functions,
    loops: module.loopStatistics.loops,
  }),
)

/**
 * Names and paths for keys that hold across builds and runs (design.md, "Stable keys across runs"): what the compiler or
 * the place of the build put in is taken out. Never for display: there names stay true.
 */

/** Copies that the compiler makes of a function, and parts that it moves out of one; one suffix at the end. */
const cloneSuffix = /\.(?:constprop|isra|part|cold|hot|unlikely|localalias|lto_priv|_omp_fn|llvm|specialized)(?:\.\d+)?$/
/** The same as a demangler prints it, and the parts of a coroutine. */
const cloneNote = / \[(?:clone [^\]]*|resume|destroy|cleanup)\]$/
/** Functions that the linker folded into one body: without folding, the first of them has its own. */
export const FOLDED_NAME = /^(.*?) = .* \(one body\)$/
/** Where a lambda was written; other builds name it by its number only. */
const lambdaPlace = /\{lambda at [^{}]*\}/g
/** The number that distinguishes equally named local functions in the symbol table. */
const localNumber = /(?<=\w)\.\d+$/
/** Hash at the end of a Rust name of the legacy scheme, and a crate's disambiguator inside one of v0. */
const rustHash = /::h[0-9a-f]{16}$/
const crateHash = /(?<=\w)\[[0-9a-f]{12,16}\]/g
/** Numbers of lambdas, closures and unnamed types: one more in the same function would renumber those after it. */
const ordinal = /#\d+\}/g
const clangLambda = /'lambda\d*'|\$_\d+/g

/** A function's name, demangled or not, without suffixes of copies, numbers and signatures of lambdas, and hashes. */
export function normaliseFunctionName(name: string): string {
  let text = name.replace(FOLDED_NAME, '$1')
  for (;;) {
    const shorter = text.replace(cloneNote, '').replace(cloneSuffix, '').replace(localNumber, '').replace(rustHash, '')
    // A name that is nothing but a suffix stays.
    if (shorter === text || shorter === '') break
    text = shorter
  }
  return withoutLambdaSignatures(text)
    .replace(lambdaPlace, '{lambda}::operator()')
    .replace(ordinal, '}')
    .replaceAll('{{closure}}', '{closure}')
    .replace(clangLambda, '{lambda}')
    .replace(crateHash, '')
}

/**
 * `{lambda(int const&)#1}` (demangled) and `<lambda(const int&)>` (GCC's DWARF) become `{lambda}`: the two forms spell
 * types differently, and which of them a frame has depends on whether it was inlined.
 */
function withoutLambdaSignatures(name: string): string {
  let result = ''
  let position = 0
  for (const match of name.matchAll(/[{<]lambda\(/g)) {
    if (match.index < position) continue
    const end = endOfLambda(name, match.index + match[0].length)
    if (end === null) continue
    result += `${name.slice(position, match.index)}{lambda}`
    position = end
  }
  return result + name.slice(position)
}

/** Position after a lambda whose parameters begin at `start`; null if the name ends within. */
function endOfLambda(name: string, start: number): number | null {
  let depth = 1
  for (let position = start; position < name.length; position += 1) {
    if (name[position] === '(') depth += 1
    if (name[position] === ')') depth -= 1
    if (depth > 0) continue
    const close = /^(?:#\d+\}|\}|>)/.exec(name.slice(position + 1))
    return close === null ? null : position + 1 + close[0].length
  }
  return null
}

/** Where distributions and tools build and unpack; what follows is the same on every machine. */
const buildPlaces = [
  // Debian's builders: /build/NAME-RANDOM/NAME-VERSION/…
  /^\/build\/(?:reproducible-path\/)?[^/]+\/(?:[^/]+-\d[^/]*\/)?/,
  // Fedora's and Arch's debug sources.
  /^\/usr\/src\/debug\/[^/]+\//,
  // The Rust toolchain's own sources, and crates from a registry.
  /^\/rustc\/[0-9a-f]{40}\//,
  /^.*\/\.cargo\/registry\/src\/[^/]+\//,
]

/**
 * A source path without the directory of the build: relative to the longest of `buildDirectories` that it is in, else
 * without a builder's well-known prefix, else as it is. `.` and `..` are resolved by text.
 *
 * @param buildDirectories absolute directories that differ between builds, such as the run's source root
 */
export function normaliseSourcePath(path: string, buildDirectories: readonly string[] = []): string {
  const resolved = resolveDots(path)
  const inside = buildDirectories
    .map((directory) => `${resolveDots(directory).replace(/\/$/, '')}/`)
    .filter((directory) => directory !== '/' && resolved.startsWith(directory))
    .sort((a, b) => b.length - a.length)[0]
  if (inside !== undefined) return resolved.slice(inside.length)
  for (const place of buildPlaces) {
    const rest = resolved.replace(place, '')
    if (rest !== resolved && rest !== '') return rest
  }
  return resolved
}

function resolveDots(path: string): string {
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '.' || (part === '' && parts.length > 0)) continue
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') {
      if (parts.at(-1) !== '') parts.pop()
    } else {
      parts.push(part)
    }
  }
  return path.startsWith('/') && parts.length === 1 ? '/' : parts.join('/')
}

/** Names that keep files of one native program from being compiled as one file, as continuous integration does. */
import { dirname, join } from 'node:path/posix'
import type { Source } from './native_functions.ts'

export interface NameClash {
  name: string
  /** Relative to the repository: those that define it, or one that defines it and a header that another file includes. */
  files: string[]
}

const isTest = (path: string) => path.endsWith('.cpp') && /\/test\/|\/testing\/|_test\.cpp$/.test(path)

/** Test files of each program that a CMakeLists.txt lists. */
export function testPrograms(lists: Source[]): string[][] {
  return lists.flatMap(({ path, text }) =>
    [...text.matchAll(/^\s*add_executable\(([^)]*)\)/gm)].map(([, words]) =>
      words!
        .split(/\s+/)
        .map((word) => join(path, '..', word))
        .filter(isTest),
    ),
  )
}

/** Files of each folder of a library or program that is compiled as one. Those with options of their own are compiled apart. */
export function foldersAsOne(lists: Source[]): string[][] {
  return lists.flatMap(({ text: calls }) =>
    [...calls.matchAll(/^hagstone_compile_folders_as_one\((\w+) ([^)]*)\)/gm)].flatMap(([, target, folders]) => {
      const call = new RegExp(`^add_(?:library|executable)\\(${target}\\s([^)]*)\\)`, 'm')
      const list = lists.find(({ text }) => call.test(text))
      if (list === undefined) return []
      const files = call.exec(list.text)![1]!.split(/\s+/)
      const apart = [...list.text.matchAll(/^set_source_files_properties\(([^)]*)PROPERTIES COMPILE_OPTIONS/gm)].flatMap(([, words]) => words!.split(/\s+/))
      return folders!
        .split(' ')
        .map((folder) => files.filter((file) => folderOf(file) === folder && !apart.includes(file)).map((file) => join(list.path, '..', file)))
    }),
  )
}

/** The first one of its path; . without any. */
function folderOf(file: string): string | null {
  if (!file.endsWith('.cpp')) return null
  return file.includes('/') ? file.split('/')[0]! : '.'
}

/** Types, variables, functions and macros that a file defines at the start of a line: those in no other scope than namespaces. */
export function definedNames(text: string): Set<string> {
  const names = new Set<string>()
  for (const [full] of text.matchAll(/^[A-Za-z#[][^\n]*/gm)) {
    const line = full.replace(/^alignas\([^)]*\) /, '')
    if (/^(?:extern|namespace|return|template|TEST|INSTANTIATE_|static_assert)/.test(line) || /^(?:class|struct|union) \w+;/.test(line)) continue
    const type = /^(?:class|struct|union|enum class|enum|#define)\s+(\w+)|^using (\w+) =/.exec(line)
    const declared = /^(?!#|using )[^=({"]*[\s*&>](\w+)(?:\[[^\]]*\])*\s*[({=;]/.exec(line)?.[1]
    // constexpr int a = 1, b = 2;
    const others = /^(?:static )?const/.test(line) ? [...line.matchAll(/, (\w+) = /g)].map(([, name]) => name) : []
    for (const name of [type?.[1] ?? type?.[2] ?? declared, ...others]) if (name !== undefined) names.add(name)
  }
  return names
}

/** Names that two files of a program define. */
export function clashingNames(programs: string[][], read: (path: string) => string): NameClash[] {
  return programs.flatMap((paths) => {
    const filesOf = new Map<string, string[]>()
    for (const path of paths) for (const name of definedNames(read(path))) filesOf.set(name, [...(filesOf.get(name) ?? []), path])
    return [...filesOf].filter(([, files]) => files.length > 1).map(([name, files]) => ({ name, files }))
  })
}

/** Names that a file defines and that a header has, too, which only other files of the program include. @param headers paths */
export function hiddenNames(programs: string[][], headers: string[], read: (path: string) => string): NameClash[] {
  const included = new Map<string, Set<string>>()
  const headersOf = (path: string): Set<string> => {
    const known = included.get(path)
    if (known !== undefined) return known
    const found = new Set<string>()
    included.set(path, found)
    for (const [, name] of read(path).matchAll(/^#include "([^"]+)"/gm)) {
      const beside = join(dirname(path), name!)
      for (const header of headers.includes(beside) ? [beside] : headers.filter((each) => each.endsWith(`/${name}`)))
        for (const each of [header, ...headersOf(header)]) found.add(each)
    }
    return found
  }
  return programs.flatMap((paths) => {
    const all = new Set(paths.flatMap((path) => [...headersOf(path)]))
    return paths.flatMap((path) => {
      const own = definedNames(read(path))
      const foreign = [...all].filter((header) => !headersOf(path).has(header))
      return foreign.flatMap((header) => [...definedNames(read(header))].filter((name) => own.has(name)).map((name) => ({ name, files: [path, header] })))
    })
  })
}

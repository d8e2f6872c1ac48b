/** Checksums that compilers wrote of the source files they read. */
import type { SourceSum } from '../../../shared/profile/profile.ts'
import type { SymbolModule } from './symbol_source.ts'
import type { NameTables } from './symbolise.ts'

/** Sums of the files in `names`, after all lookups; in the order of the files. */
export function collectSourceSums(opened: Array<SymbolModule | null>, names: NameTables): SourceSum[] {
  const found = new Map<string, SourceSum>()
  for (const module of opened) {
    for (const { file: path, md5 } of module?.fileSums() ?? []) {
      const file = names.knownFile(path)
      if (file !== undefined) found.set(`${file} ${md5}`, { file, md5 })
    }
  }
  return [...found.values()].sort((a, b) => a.file - b.file || (a.md5 < b.md5 ? -1 : 1))
}

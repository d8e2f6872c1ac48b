/** The variable to which a line of source assigns the memory that it allocates. */

/** Calls that allocate, in C, C++ and Rust; a program's own ones usually have `alloc` or `new` in their names too. */
const allocator = /\b(?:\w*alloc\w*|strn?dup|mmap|new|make_(?:unique|shared)\w*|Box::new|Vec::\w+|vec!|\w*[nN]ew\w*|\w*[cC]reate\w*)(?=\s*[(<![:\s])/g
const lvalue = /(?:^|[\s;{}(,*&])((?:[A-Za-z_]\w*)(?:(?:\.|->|::|%)[A-Za-z_]\w*|\[[^\]]*\])*)\s*(?::\s*[^=;]+)?=(?![=>])\s*[^=;]*$/
const fortranAllocate = /\ballocate\s*\(\s*([a-z]\w*(?:%[a-z]\w*)*)/i

/** "m->a" of `m->a = malloc(n * sizeof *m->a);`; null where the line assigns nothing. Calls on lines of their own are not followed. */
export function assignedVariable(line: string): string | null {
  const text = line
    .replaceAll(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])'/g, '""')
    .replace(/\/\/.*$/, '')
    .replaceAll(/\/\*.*?\*\//g, ' ')
  const fortran = fortranAllocate.exec(text)
  if (fortran !== null) return fortran[1]!
  const calls = [...text.matchAll(allocator)].map(({ index }) => index)
  // Without a known name the whole line is searched: it is known to allocate.
  for (const at of calls.length === 0 ? [text.replace(/[^=]*;?\s*$/, '').length] : calls) {
    const found = lvalue.exec(text.slice(0, at))
    if (found !== null) return found[1]!
  }
  return null
}

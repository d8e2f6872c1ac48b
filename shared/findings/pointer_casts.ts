/** Takes casts of pointers out of a line of C or C++: what it reads through them has the name of the pointer. */

/** Characters. Sources come with profiles from anywhere: a line of parentheses alone would take minutes. */
const LONGEST = 1000
const NAMED_CAST = /\b(?:static|reinterpret|const)_cast\s*<[^<>()]*\*\s*(?:const\s*)?>\s*\(([^()]*)\)/g
/** "(const uint8_t *)p": a type whose last sign is a star, before what it is applied to. */
const C_CAST =
  /\(\s*(?:(?:const|volatile|unsigned|signed|struct|union|enum)\s+)*[A-Za-z_][\w:]*(?:\s+(?:const|volatile|char|short|int|long))*\s*\*[\s*]*(?:const\s*)?\)\s*(?=[A-Za-z_(&])/g
/** A star that reads, and does not multiply. */
const POINTED_IN_PARENTHESES = /(?<=(?:^|[=(,+\-/&|<>?:!;{}[]|\breturn)\s*)\*\s*\(\s*([A-Za-z_]\w*)\s*\)/g
const ITS_MEMBER = /(?<![\w\])]\s*)\(\s*([A-Za-z_]\w*)\s*\)(?=->|\[)/g

/** "x = *p;" of "x = *(reinterpret_cast<const uint8_t *>(p));" and of "x = *(uint8_t *)p;". */
export function withoutPointerCasts(text: string): string {
  if (text.length > LONGEST) return text
  let plain = text.replace(NAMED_CAST, '($1)').replace(C_CAST, '')
  for (;;) {
    const simpler = plain
      .replace(/\(\s*(\([^()]*\))\s*\)/g, '$1')
      .replace(POINTED_IN_PARENTHESES, '*$1')
      .replace(ITS_MEMBER, '$1')
    if (simpler === plain) return plain
    plain = simpler
  }
}

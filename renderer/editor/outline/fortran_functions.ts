/** Functions of a Fortran source, for the outline. */
import type { FunctionRange } from './function_range.ts'

const parentheses = String.raw`\((?:[^()]|\([^()]*\))*\)`
const prefix = String.raw`(?:pure|impure|simple|elemental|recursive|non_recursive|module|integer|real|double\s*precision|double\s*complex|complex|logical|character|type|class|attributes)(?:\s*\*\s*\d+)?(?:\s*${parentheses})?\s*`
const start = new RegExp(String.raw`^\s*(?:${prefix})*\b(?:subroutine|function|program|module\s+procedure)\s+(?<name>\w+)\s*(?:\(|$|&|bind\b|result\b)`, 'iu')
const container = /^\s*(?:module|submodule\s*\([^)]*\)|block\s*data)\s+\w+\s*$/iu
const end = /^\s*(?:\d+\s+)?end\s*(?:(?:subroutine|function|program|procedure|module|submodule|block\s*data)(?:\s+\w+)?)?\s*$/iu
const interfaceStart = /^\s*(?:abstract\s+)?interface\b(?!\s*[=(%])/iu
const interfaceEnd = /^\s*end\s*interface\b/iu
const contains = /^\s*contains\s*$/iu

/** Procedures and programs of Fortran in the order of the text, none inside another: one that contains others ends at them. */
export function fortranFunctions(text: string): FunctionRange[] {
  const found: FunctionRange[] = []
  /** Program units that are open; null: a module, or one whose own statements ended. */
  const open: (FunctionRange | null)[] = []
  let inInterface = false
  const finish = (line: number): void => {
    const unit = open.pop()
    if (unit != null) found.push({ ...unit, endLine: line })
  }
  const lines = text.split('\n')
  for (const [index, whole] of lines.entries()) {
    const line = index + 1
    const code = whole.replace(/(?:'[^']*'|"[^"]*")|!.*$/gu, (part) => (part.startsWith('!') ? '' : part)).trimEnd()
    if (inInterface) inInterface = !interfaceEnd.test(code)
    else if (interfaceStart.test(code)) inInterface = true
    else if (end.test(code)) finish(line)
    else if (contains.test(code)) {
      // In a type it stands before procedures of the type, and its module stays as it is.
      const unit = open.at(-1)
      if (unit != null) {
        found.push({ ...unit, endLine: line })
        open[open.length - 1] = null
      }
    } else if (container.test(code)) open.push(null)
    else {
      const name = start.exec(code)?.groups!['name']
      if (name === undefined) continue
      // The end of the one before was not understood.
      if (open.at(-1) != null) finish(line - 1)
      open.push({ name, line, endLine: line })
    }
  }
  return found.toSorted((one, other) => one.line - other.line)
}

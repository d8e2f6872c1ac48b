/** The places of accesses as the rules and texts about causes need them: source lines, the loop around, and names of the data. */
import type { AccessFacts } from '../../../../shared/advice/pair_facts.ts'
import { isStackSlot } from '../../../../shared/advice/pair_facts.ts'
import { hasFramePointer, isUnoptimised } from '../../../../shared/advice/code/unoptimised_code.ts'
import { isSystemSource, OWN } from '../../../../shared/findings/own_code.ts'
import type { ChargedPlaces } from '../../../../shared/findings/charged_places.ts'
import { languageOf, loopVariablesOf, storedExpression, type Language } from '../../../../shared/findings/expressions.ts'
import { statementAround } from '../../../../shared/findings/fortran_statements.ts'
import type { CauseSide } from '../../../../shared/findings/wording/cause_facts.ts'
import { libraryFunctionName, shortFunctionName } from '../../../../shared/findings/wording/short_names.ts'
import { filePlace } from '../../../../shared/names/short_paths.ts'
import { loopText } from '../../../../shared/profile/frames.ts'
import type { ProfileTables } from '../../../../shared/profile/profile.ts'
import { isFunctionRow } from '../../../../shared/profile/tables.ts'
import type { LineText } from '../line_texts.ts'

/** Lines of a loop's body above an access that are searched for names it assigns. */
export const MOST_LINES = 60

export class Sides {
  readonly #profile: ProfileTables
  readonly #places: ChargedPlaces
  readonly #lineText: LineText
  #accessed: ReadonlyMap<number, readonly string[]> | null = null

  constructor(profile: ProfileTables, places: ChargedPlaces, lineText: LineText) {
    this.#profile = profile
    this.#places = places
    this.#lineText = lineText
  }

  /** @param holder the function that makes the access, if it differs from the source's */
  of(node: number, holder: string | null = null, access: AccessFacts | null = null): CauseSide | null {
    const number = this.#places.place[node]!
    if (number < 0) return null
    const { functionIndex, file, line } = this.#places.places[number]!
    const { functions, files, nodes } = this.#profile
    const loop = this.#places.loopAround(node)
    const loopHolder = loop < 0 ? null : this.#loopHolder(node, loop)
    const called = this.#places.calledThere(node)
    const path = files[file] ?? null
    const text = this.#statementAt(file, line)
    return {
      // A function of the program without lines is called there, and holds the access itself.
      function: shortFunctionName(holder !== null && (called < 0 || this.#places.owners[called] === OWN) ? holder : functions[functionIndex]!.name),
      file: path,
      line: line > 0 ? line : null,
      place: path === null ? '' : filePlace(files, path, line > 0 ? line : null),
      text,
      loop: loop < 0 ? null : `the ${loopText(this.#profile, loop)}`,
      ...(loop >= 0 && isSystemSource(files[nodes.file[loop]!] ?? '') ? { isLoopOfLibrary: true } : {}),
      loopVariables: loop < 0 ? [] : loopVariablesOf(this.textAt(nodes.file[loop]!, nodes.line[loop]!)),
      setInLoop:
        loop < 0 || nodes.file[loop] !== file
          ? []
          : [
              ...new Set([
                ...this.setBetween(file, nodes.line[loop]!, line),
                ...(access === null || called >= 0 ? [] : this.linesOfLoop(access, path).flatMap(countedIn)),
              ]),
            ],
      loopElsewhere: loop >= 0 && (nodes.file[loop] !== file || loopHolder !== null),
      loopHolder,
      through: called < 0 ? null : libraryFunctionName(functions[called]!.name, text),
    }
  }

  /** A header is of the language of its function: names of C have no parameters and no scope. */
  languageOf(node: number, side: CauseSide | null): Language | null {
    const language = languageOf(side?.file ?? null)
    const number = this.#places.place[node]!
    if (language !== 'c' || number < 0 || !/\.h$/i.test(side!.file!)) return language
    return /::|\(/.test(this.#profile.functions[this.#places.places[number]!.functionIndex]!.name) ? 'c++' : language
  }

  /** By debug information, of accesses in the program's own module. */
  knownNames(node: number): readonly string[] {
    const { nodes, instructions, functions, accessedData = [] } = this.#profile
    const number = this.#places.place[node]!
    const row = nodes.instruction[node]!
    if (number < 0 || row < 0 || instructions[row]!.module !== functions[this.#places.places[number]!.functionIndex]!.module) return []
    this.#accessed ??= new Map(accessedData)
    return this.#accessed.get(row) ?? []
  }

  /** In the frame of optimized code. Where the profile has no names of data, it is not known. */
  isTemporary(node: number, access: AccessFacts): boolean {
    const { accessedData } = this.#profile
    if (accessedData === undefined || accessedData.length === 0 || access.flow === null) return false
    return isStackSlot(access) && !isUnoptimised(access.flow) && this.knownNames(node).length === 0
  }

  /** The address comes from a register that does not point to the frame. Vectors and strings of instructions may fill a variable all the same. */
  isOffFrame({ instruction, flow }: AccessFacts): boolean {
    const memory = instruction?.memory
    if (memory?.base == null || memory.index !== null || flow === null || isUnoptimised(flow) || !/^mov$/.test(instruction!.mnemonic)) return false
    return memory.base !== 'rsp' && !(memory.base === 'rbp' && hasFramePointer(flow))
  }

  /** Expressions that the lines of the loop around an access store to, in the access's file. */
  storesInLoop(access: AccessFacts, side: CauseSide): string[] {
    return this.linesOfLoop(access, side.file).flatMap((text) => storedExpression(text, languageOf(side.file)) ?? [])
  }

  linesOfLoop({ flow, loop, place }: AccessFacts, file: string | null): string[] {
    if (flow === null || loop?.loop == null || file === null || place.file !== file) return []
    const row = this.#profile.files.indexOf(file)
    return [...new Set(loop.loop.body.map((at) => flow.instructions[at]!.line))].flatMap((line) => (line === null ? [] : (this.textAt(row, line) ?? [])))
  }

  /** @param first line of the loop @param line of the access */
  setBetween(file: number, first: number, line: number): string[] {
    const names = new Set<string>()
    for (let at = Math.max(first + 1, line - MOST_LINES); at <= line; at++) {
      const text = this.textAt(file, at)
      if (/\b(?:for|while|do)\b/.test(text ?? '')) for (const name of loopVariablesOf(text)) names.add(name)
      if (at === line) break
      const stored = text === null ? null : storedExpression(text, languageOf(this.#profile.files[file] ?? null))
      if (stored !== null && /^\w+$/.test(stored)) names.add(stored)
    }
    return [...names]
  }

  /** Lines of the file that an access is in. */
  textIn(side: CauseSide | null): (line: number) => string | null {
    const file = this.#profile.files.indexOf(side?.file ?? '')
    return (line) => this.textAt(file, line)
  }

  textAt(file: number, line: number): string | null {
    const path = this.#profile.files[file]
    return path === undefined || line <= 0 ? null : this.#lineText(path, line)
  }

  /** With its continuation lines, of Fortran. */
  #statementAt(file: number, line: number): string | null {
    return languageOf(this.#profile.files[file] ?? null) === 'fortran' ? statementAround((at) => this.textAt(file, at), line) : this.textAt(file, line)
  }

  /** The function whose loop the row is charged to, if the charged place is in a function inlined into it. */
  #loopHolder(node: number, loop: number): CauseSide['loopHolder'] {
    const { nodes, functions, files } = this.#profile
    const charge = this.#places.charge[node]!
    // The call of a library function is in the function that makes it.
    let inlined = -1
    for (let at = nodes.parent[charge]!; at > loop; at = nodes.parent[at]!) if (isFunctionRow(nodes.kind[at]!)) inlined = at
    if (inlined < 0) return null
    const { functionIndex, file, line, parent } = nodes
    return {
      function: shortFunctionName(functions[functionIndex[parent[inlined]!]!]!.name),
      file: files[file[inlined]!] ?? null,
      line: line[inlined]! > 0 ? line[inlined]! : null,
    }
  }
}

/** Variables that a line increments or decrements. */
export function countedIn(text: string): string[] {
  return [...text.matchAll(/(?<![\w.>])(\w+)\s*(?:\+\+|--|[-+]=)|(?:\+\+|--)\s*(\w+)(?!\s*(?:->|\.|\[|\w))/g)].flatMap((match) => match[1] ?? match[2] ?? [])
}

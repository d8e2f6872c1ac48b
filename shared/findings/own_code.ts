/** Finds the code of a profile that the user can change: neither the system's libraries nor the headers and standard libraries inlined from them. */
import { isRuntimeFunction, PARALLEL_RUNTIME, TASK_RUNTIME } from '../names/runtimes/parallel_code.ts'
import type { ProfileTables } from '../profile/profile.ts'

/** OWN: the program's; LIBRARY: of the system; LOADER: of the dynamic linker. */
export const OWN = 0
export const LIBRARY = 1
export const LOADER = 2
export type CodeOwner = typeof OWN | typeof LIBRARY | typeof LOADER

const SYSTEM_LIBRARY =
  /^\/(?:usr\/(?:local\/)?)?(?:lib|lib32|lib64|libx32)\/.*\.so(?:\.[\w.]+)?$|^\/(?:nix\/store|gnu\/store)\/.*\.so(?:\.[\w.]+)?$|^\[(?:vdso|vsyscall)\]$/
const DYNAMIC_LINKER = /\/ld(?:-linux|-musl|64)?[\w.-]*\.so(?:\.\d+)?$|\/ld-\d[\d.]*\.so$/
const LIBC = /\/libc(?:\.musl[\w-]*)?(?:-\d[\d.]*)?\.so(?:\.\d+)?$/
/** Libraries for message passing, in any directory of a cluster. */
const MESSAGE_LIBRARY =
  /(?:^|\/)(?:lib(?:p?mpi(?:_(?:cxx|java|mpifh|usempi\w+))?|mpich(?:f90|fort|cxx)?|mpi(?:cxx|fort)|mvapich|open-(?:pal|rte)|mca_common_\w+|pmix|uc[pmst]|psm2?|fabric)|mca_\w+)(?:-[\w.]+)?\.so(?:\.|$)/
/** Hagstone's own, between the program and libc's realloc. */
const AGENT = /\/libhagstone_agent\.so$/
/** The directory of dependencies has what Rust's standard library is built from, such as its hash tables. */
const SYSTEM_SOURCE =
  /^\/usr\/(?:include|lib|lib64|share|src)\/|^\/usr\/local\/include\/c\+\+\/|\/gcc-?\d*[^/]*\/include\/|\/include\/(?:[\w-]+\/)?c\+\+\/|\/libstdc\+\+-v3\/|^\/rustc\/|\/rustlib\/src\/rust\/|^\/rust\/deps\/|\/library\/(?:core|alloc|std)\/src\//

/** Names in reports: "pread64(2)". */
const SYSTEM_CALL = /^\w+\(2\)$/
const RUST_LIBRARY = /^<?(?:&?(?:mut )?)?(?:std|core|alloc)::|^_?_?(?:rust|rdl)_/

/** Inlined functions of compilers' headers, which are instructions: _mm_mul_ps, __builtin_ia32_addps. */
const INTRINSIC = /^(?:_mm\d*_|__builtin_|_(?:b(?:ls|ext|zhi)|pdep|pext|lzcnt|tzcnt|popcnt|mulx|rd|xget|addcarry|subborrow)\w*_?u?\d*$)/

/** The compiler calls it for `?` of Rust. */
const QUESTION_MARK =
  /\bTry>?::(?:branch|from_output)\b|\bFromResidual(?:<.*>)?>?::from_residual\b|^core::(?:result::Result|option::Option)(?:<.*>)?::(?:branch|from_output|from_residual)$/

/** Inlined, but no call in the source: an instruction, or an operator of the language. */
export function isOperator(name: string): boolean {
  return INTRINSIC.test(name) || QUESTION_MARK.test(name)
}

export function ownerOfModule(path: string): CodeOwner {
  if (DYNAMIC_LINKER.test(path)) return LOADER
  return [SYSTEM_LIBRARY, AGENT, PARALLEL_RUNTIME, TASK_RUNTIME, MESSAGE_LIBRARY].some((library) => library.test(path)) ? LIBRARY : OWN
}

export function isLibc(path: string): boolean {
  return LIBC.test(path)
}

/** The module hands calls on to libc: no function of it is called in the source. */
export function isAgent(path: string): boolean {
  return AGENT.test(path)
}

export function isSystemSource(path: string): boolean {
  return SYSTEM_SOURCE.test(path)
}

/** Results of functionsOfRuntimes: OpenMP, and a library that runs tasks. */
export const OF_OPENMP = 1
export const OF_TASKS = 2

/** By row of `functions`: those of a run-time library for parallel programs; 0: none. Programs may have OpenMP's linked in. */
export function functionsOfRuntimes({ functions, modules, files }: Pick<ProfileTables, 'functions' | 'modules' | 'files'>): Uint8Array {
  const ofModule = modules.map(({ path }) => (PARALLEL_RUNTIME.test(path) ? OF_OPENMP : TASK_RUNTIME.test(path) ? OF_TASKS : 0))
  return Uint8Array.from(functions, ({ name, module, file }) => {
    const known = ofModule[module] ?? 0
    return known === 0 && module >= 0 && isRuntimeFunction(name, files[file]) ? OF_OPENMP : known
  })
}

/** By row of `functions`: whose code it is. */
export function ownersOfFunctions({ functions, modules, files }: Pick<ProfileTables, 'functions' | 'modules' | 'files'>): Uint8Array {
  const ofModule = modules.map(({ path }) => ownerOfModule(path))
  const isSystem = files.map(isSystemSource)
  // A release build of Cargo has no lines.
  const hasRust = new Set(
    functions.flatMap(({ name, module, file }) => (files[file]?.endsWith('.rs') === true || name.startsWith('std::rt::lang_start') ? [module] : [])),
  )
  return Uint8Array.from(functions, ({ name, module, file }) => {
    const owner = ofModule[module] ?? OWN
    if (owner !== OWN) return owner
    if (module >= 0 && isRuntimeFunction(name, files[file])) return LIBRARY
    if (isSystem[file] === true || (module < 0 && SYSTEM_CALL.test(name))) return LIBRARY
    // Rust's standard library is linked into the program, without lines as a rule, and so is the main that calls the program's.
    return file < 0 && hasRust.has(module) && (RUST_LIBRARY.test(name) || name === 'main') ? LIBRARY : OWN
  })
}

export const ALLOCATOR =
  /^(?:__(?:GI_)?(?:_)?(?:libc_)?)?(?:malloc|free|calloc|realloc|memalign|aligned_alloc|posix_memalign|cfree)$|^(?:_int_(?:malloc|free|realloc|memalign)\w*|tcache_\w+|malloc_consolidate|unlink_chunk(?:\.\w+)*|sysmalloc\w*|systrim(?:\.\w+)*|_mid_memalign|ptmalloc_\w+|alloc_perturb|free_perturb|checked_request2size|arena_\w+|heap_trim|mremap_chunk)$/

/** The standard I/O's own data while it formats. Strings that it writes for the program are not among it. */
export const STDIO =
  /^(?:_IO_(?!mem|str|default_xsputn|wdefault_xsputn)\w+|__v?[sf]*w?printf_internal|_?v?f?printf(?:_\w+)?|__(?:printf|scanf)_\w+|printf_positional|outstring(?:_\w+)?|_itoa\w*|_fitoa\w*|hack_digit|__vfw?scanf_internal|buffered_vfprintf)$/

/** Reads and writes of Fortran; a function of its library that has no symbol is mostly one of these. */
export const FORTRAN_IO = /^_gfortran_(?:st_\w+|transfer_\w+)$|^libgfortran\.so[.\d]*\+0x/
/** Of these, what reads stores no texts of the program below functions of other libraries. */
export const FORTRAN_INPUT = /^_gfortran_(?:st_read\w*|transfer_(?!\w+_write$)\w+)$/
/** By these, Fortran's library writes texts of the program. */
export const COPIES_TEXT = /^_*(?:GI_)?mem(?:p?cpy|move)/

/** Writes nothing to the program's memory: all stores below it are the library's own. */
export const OUTPUT =
  /^_*(?:IO_)?(?:v?f?w?printf(?:_internal|_chk)?|fputs|puts|fputc|putc|putchar|fwrite|fflush|perror|overflow)(?:_unlocked)?$|^std::(?:basic_)?ostream\b|\bstd::basic_ostream<.*\boperator<</

/** Functions that stand between the beginning of a program or thread and the code that was written for it. */

/** They call main or a thread's function, in glibc and musl; with the version of the symbol where there is one. */
export const ENTRY =
  /^(?:__GI_)?(?:_start|_start_c|__libc_start_(?:main|call_main)(?:_impl|_stage\d)?|libc_start_main_stage\d|start_thread|(?:__)?clone3?)(?:@.*)?$/

/** Only the program's entry calls it, `_start`, which has no name in a stripped program. */
export const CALLED_BY_ENTRY = /^__libc_start_main(?:_impl)?(?:@.*)?$/

/** Run constructors and destructors, or load the program: compiled or linked into every one. */
const CONSTRUCTORS =
  /^(?:_init|_fini|__libc_csu_\w+|call_init.*|frame_dummy|(?:de)?register_tm_clones|__do_global_[cd]tors_aux|_dl_\w+|__static_initialization_and_destruction_\d)$/

/** Run what libc does at the end of the program, for each library. */
const ENDING = /^(?:exit|_exit|__run_exit_handlers|__cxa_finalize|call_fini.*)(?:@.*)?$/

/** libc's code before main and after it, and constructors and destructors of libraries. */
export function isLoadingOrEnding(name: string): boolean {
  return CONSTRUCTORS.test(name) || ENDING.test(name)
}

/** Calls the program's main function, and not a thread's. */
export function entersProgram(name: string): boolean {
  return ENTRY.test(name) && !/start_thread|clone/.test(name)
}

/** The program cannot change these. */
export function isStartUpFunction(name: string): boolean {
  return ENTRY.test(name) || CONSTRUCTORS.test(name)
}

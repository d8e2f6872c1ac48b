/** The file that Node starts for the command line. It loads no types, so that all later code comes from the cache. */
import { keepCompiledCode } from '../compiled_code.js'

keepCompiledCode()
await import('./run_command_line.ts')

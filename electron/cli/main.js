/** What Node is started with for the command line. Loads no types, so that all that follows comes out of the cache. */
import { keepCompiledCode } from '../compiled_code.js'

keepCompiledCode()
await import('./run_command_line.ts')

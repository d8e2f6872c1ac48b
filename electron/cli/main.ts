/** What Node is started with for the command line. Loads nothing itself, so that all that follows is kept compiled. */
import { keepCompiledCode } from '../compiled_code.ts'

keepCompiledCode()
await import('./run_command_line.ts')

/** Set-up of each test file that Vitest runs in Node: what the file made is removed after it. */
import { afterAll } from 'vitest'
import { removeTemporaryDirectories } from '../../electron/profile/temporary_directory.testing.ts'

afterAll(removeTemporaryDirectories)

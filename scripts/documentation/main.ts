/** `npm run docs`: the documentation site in build/docs. */
import { join, resolve } from 'node:path'
import { buildSite } from './site.ts'

const output = join(resolve(import.meta.dirname, '../..'), 'build/docs')
await buildSite(output)
console.log(`docs: ${join(output, 'index.html')}`)

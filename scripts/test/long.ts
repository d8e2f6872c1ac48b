/** Options of a Vitest test that repeats on more inputs what another test shows. `npm run test:long` runs it, `npm test` does not. */
export const long = { tags: ['long'] }

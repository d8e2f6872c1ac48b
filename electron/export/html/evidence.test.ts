import { expect, test } from 'vitest'
import { profileFromStacks } from '../../profile/profile_from_stacks.testing.ts'
import { evidenceText } from './evidence.ts'
import { htmlPage } from './page.ts'

const profile = profileFromStacks(`
  main main.c:1 > init a.c:5   KILLED_BY   main main.c:2 > fill b.c:7   60/60
  main main.c:1 > late a.c:9   KILLED_BY   main main.c:2 > fill b.c:7   4/4
  main main.c:3 > read a.c:6   USED_BY     main main.c:4 > sum b.c:9    36/36`)

test('a share shows its interval and its observations, and a warning if they are few', () => {
  const sampled = { engine: 'software' } as const
  expect(evidenceText(sampled, 0.5, 60, 100)).toBe('95 % interval 40–60 %; 60 observations')
  expect(evidenceText(sampled, 0.01, 1, 100)).toMatch(/^95 % interval 0\.2–5\.4 %; few samples: 1 observation$/)
  expect(evidenceText(sampled, 0.5, 4, 8)).toBe('few samples: 4 observations')
  expect(evidenceText({ engine: 'exhaustive' }, 0.5, 4, 8)).toBe('4 instances')
})

test('every share in the tree and among the functions of a page has its evidence', () => {
  const page = [...htmlPage(profile, new Map())].join('')
  const trees = [...page.matchAll(/<b>(.*?)<\/b>/g)].map(([, share]) => share)
  expect(trees).toContain('<span title="95 % interval 50–69 %; 60 observations">60.0 %</span>')
  expect(trees).toContain('<span class="few" title="95 % interval 1.6–9.8 %; few samples: 4 observations">4.0 %</span>')
  const cells = [...page.matchAll(/<td class="number">(.*?)<\/td>/g)].map(([, share]) => share).filter((share) => share !== '')
  for (const share of [...trees, ...cells]) expect(share).toMatch(/title="[^"]*\d observations?"/)
  expect(cells.length).toBeGreaterThan(0)
})

/** Findings of profiles drawn at random: whatever is measured together, each finding can be written. */
import { expect, it } from 'vitest'
import { anyProfile, eachSeed } from '../../profile/any_profile/any_profile.testing.ts'
import { requireSound } from '../../profile/any_profile/sound.testing.ts'
import { findingsWithPairs } from './findings.ts'

const PROFILES = 1500

it('writes the findings of every profile, with shares of the run and intervals that hold them', async () => {
  let found = 0
  await eachSeed(PROFILES, (seed) => {
    const { profile } = anyProfile(seed)
    const { findings, ofPair } = findingsWithPairs(profile, {})
    requireSound(findings, 'findings')
    for (let pair = 0; pair < profile.pairs.length; pair++) requireSound(ofPair(pair), `pair ${pair}`)
    expect(new Set(findings.findings.map(({ id }) => id)).size).toBe(findings.findings.length)
    for (const { title, cause, remedy, places } of findings.findings) {
      expect(Math.min(title.length, cause.length, remedy.length, places.length)).toBeGreaterThan(0)
    }
    found += findings.findings.length
  })
  expect(found).toBeGreaterThan(0.5 * PROFILES)
})

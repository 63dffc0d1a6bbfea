import { hash } from '#web/lib/hash.ts'
import type { ColorFamily } from './color-families.ts'

/** Families that a seed can select. */
const SEEDED_FAMILIES: readonly [ColorFamily, ...ColorFamily[]] = [
  'indigo',
  'sorrel',
  'marigold',
  'palm',
  'clay',
  'jacaranda',
]

/** Returns the family of a seed (a user's or stream's id); deterministic. */
export function familyOf(seed: string): ColorFamily {
  return SEEDED_FAMILIES[hash(seed) % SEEDED_FAMILIES.length] ?? SEEDED_FAMILIES[0]
}

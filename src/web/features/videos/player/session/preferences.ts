import * as z from 'zod/mini'
import type { QualityChoice } from './quality.ts'
import { readStorage, writeStorage } from '#web/lib/storage/browser-storage.ts'

const STORAGE_KEY = 'video-player'

const schema = z.object({
  volume: z._default(z.number().check(z.minimum(0), z.maximum(1)), 1),
  isMuted: z._default(z.boolean(), false),
  speed: z._default(z.number().check(z.minimum(0.25), z.maximum(2)), 1),
  quality: z._default(
    z.pipe(
      z.string().check(z.regex(/^(auto|audio|\d{2,4})$/)),
      // Boundary: what the expression matches.
      z.transform((quality) => quality as QualityChoice),
    ),
    'auto',
  ),
  /** A language, '' for off, or null while the viewer has not chosen. */
  captions: z._default(z.nullable(z.string()), null),
})
type PlayerPreferences = z.output<typeof schema>

/** Reads what was last chosen in the player on this device. */
export function readPreferences(): PlayerPreferences {
  try {
    const parsed = schema.safeParse(JSON.parse(readStorage(STORAGE_KEY) ?? '{}'))
    if (parsed.success) return parsed.data
  } catch {
    // Not ours, or of another version.
  }
  return schema.parse({})
}

export function writePreferences(change: Partial<PlayerPreferences>): void {
  writeStorage(STORAGE_KEY, JSON.stringify({ ...readPreferences(), ...change }))
}

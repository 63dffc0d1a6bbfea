import * as z from 'zod/mini'
import { DEFAULT_PUBLIC_SETTINGS } from './public-settings.ts'
import type { Setting } from './setting.ts'

/** Settings of broadcasts that pages read. */
export const PUBLIC_STREAMING_SETTINGS = {
  // From 500 on there is room for the sound, and for what an encoder sends beyond its bitrate for a moment.
  'streaming.maxBitrateKbps': {
    type: 'number',
    category: 'streaming',
    value: z.int().check(z.minimum(500), z.maximum(20_000)),
    fallback: DEFAULT_PUBLIC_SETTINGS['streaming.maxBitrateKbps'],
  },
} satisfies Record<string, Setting>

/** Settings of broadcasts that only the server reads. */
export const STREAMING_SETTINGS = {
  'streaming.maxHours': {
    type: 'number',
    category: 'streaming',
    value: z.number().check(z.minimum(0.25), z.maximum(168)),
    fallback: 12,
  },
  'streaming.maxViewers': {
    type: 'number',
    category: 'streaming',
    value: z.int().check(z.minimum(1), z.maximum(1_000_000)),
    fallback: 100_000,
  },
} satisfies Record<string, Setting>

import * as z from 'zod/mini'
import { requiredLine } from '#shared/fields.ts'
import type { Setting } from './setting.ts'

/** The rules of a new site. */
const DEFAULT_RULES = [
  'Respect people: no insults, threats or harassment.',
  'No hate for origin, skin, hair, faith, gender, love or body.',
  'No sexual content, and never any of minors.',
  'No pictures of violence, and nothing that urges self-harm.',
  'No private things of others: addresses, numbers, or pictures taken without consent.',
  'Only what you made or may share: no stolen work.',
  'No spam, scams or pretending to be somebody else.',
  'Nothing that is against the law.',
]

export const RULE_SETTINGS = {
  'general.rules': {
    type: 'json',
    category: 'general',
    value: z.array(requiredLine(200)).check(
      z.minLength(1),
      z.maxLength(30),
      z.refine((lines) => new Set(lines).size === lines.length),
    ),
    fallback: DEFAULT_RULES,
  },
} as const satisfies Record<string, Setting>

import * as z from 'zod/mini'
import { codePoints, maxLength } from '#shared/fields.ts'
import { isVisible } from '#shared/text/visible.ts'
import type { Setting } from './setting.ts'

const MAX_RULES = 30
/** Code points of a rule. */
export const MAX_RULE_LENGTH = 200

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

/** The rules of the site, one a line; empty lines are left out. */
export function rulesOf(text: string): string[] {
  return text.split('\n').flatMap((line) => line.trim() || [])
}

function isValid(text: string): boolean {
  const rules = rulesOf(text)
  return (
    rules.length > 0 &&
    rules.length <= MAX_RULES &&
    new Set(rules).size === rules.length &&
    rules.every((rule) => isVisible(rule) && codePoints(rule) <= MAX_RULE_LENGTH)
  )
}

export const RULE_SETTINGS = {
  'community.rules': {
    type: 'string',
    category: 'general',
    value: z.string().check(maxLength(MAX_RULES * (MAX_RULE_LENGTH + 2)), z.refine(isValid)),
    fallback: DEFAULT_RULES.join('\n'),
  },
} as const satisfies Record<string, Setting>

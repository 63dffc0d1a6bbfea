import * as z from 'zod/mini'
import { LIMITS } from './constants.ts'
import { type LimitKey, limit } from '#shared/settings/limits.ts'
import { isVisible, VISIBLE } from '#shared/text/visible.ts'

/** A UUID. Written in capitals it is the same one, so that ids can be compared as they are. */
export const id = z.uuid().check(z.toLowerCase())
/** A moment, ISO 8601 in UTC. */
export const instant = z.iso.datetime()

// Bidirectional overrides and characters without width can make one name read as another; control characters and
// halves of a pair have no place in text.
const SPOOFING =
  // oxlint-disable-next-line no-control-regex -- the point of the expression
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF\uFFFE\uFFFF\p{Cs}]/gu

/** So many at most: a number, or the key of a limit that the operator may change. */
type Max = number | LimitKey

/**
 * One line of a member's text (a name, a title, a chat message): spoofing characters dropped, Unicode NFC, trimmed;
 * then something to see, and at most `max` code points. What is far too long, or has more than 30 combining marks in a
 * row, is refused before it is normalised.
 */
export const requiredLine = (max: Max) =>
  z.string().check(roughly(max), ...cleanLine, z.trim(), atMost(max), visible)

/** As `requiredLine`, but of any number of lines. */
export const requiredText = (max: Max) =>
  z.string().check(roughly(max), ...clean, z.trim(), atMost(max), visible)

/** As `requiredText`, but it may be empty. */
export const text = (max: Max) => z.string().check(roughly(max), ...clean, z.trim(), atMost(max))

/** As `requiredLine`, but it may be empty. */
export const line = (max: Max) =>
  z.string().check(roughly(max), ...cleanLine, z.trim(), atMost(max), emptyOrVisible)

/** An address on the web as a member writes it: http or https, without a name and password in it. */
export const webAddress = shortUrl(2000).check(z.refine<string>(isPlain))

/** An http(s) address of at most `max` characters; a longer one is refused unparsed, as encoding its host takes long. */
export function shortUrl(max: number) {
  return z.pipe(z.string().check(bounded(max, { slack: 1, goesOn: false })), z.url({ protocol: /^https?$/ }))
}

/** At most so many code points of a text, or items of a list, by the limit as it stands when it is checked. */
export const atMost = <T extends string | readonly unknown[]>(max: Max) =>
  bounded<T>(max, { slack: 1, goesOn: true })

/** Length as the limits count it. */
export const codePoints = (value: string): number => [...value].length

/** More marks on one letter than any language writes. */
const MAX_MARKS = 30
const TOO_MANY_MARKS = new RegExp(`\\p{Mark}{${MAX_MARKS + 1}}`, 'u')

/** Normalising sorts the marks of a letter, in time that grows with the square of their number. */
const fewMarks = z.check<string>(({ value, issues }) => {
  if (TOO_MANY_MARKS.test(value)) issues.push({ code: 'custom', input: value, continue: false })
})

const clean = [
  z.overwrite<string>((value) => value.replace(SPOOFING, '')),
  // Afterwards: what goes might have stood between the marks.
  fewMarks,
  z.overwrite<string>((value) => value.normalize('NFC')),
] as const
const cleanLine = [...clean, z.overwrite<string>((value) => value.replace(/\s+/g, ' '))] as const

/** Refuses what is far too long before it is looked at any closer. */
export const roughly = (max: Max) => bounded<string>(max, { slack: 4, goesOn: false })

/** The library's own check knows fixed numbers only. */
function bounded<T extends string | readonly unknown[]>(
  max: Max,
  { slack, goesOn }: { slack: number; goesOn: boolean },
) {
  return z.check<T>(({ value, issues }) => {
    const maximum = typeof max === 'number' ? max : limit(max)
    // A code point is one or two units: what fits as units fits.
    const allowed = slack * maximum
    if (value.length <= allowed || (value.length <= 2 * allowed && lengthOf(value) <= allowed)) return
    const origin = typeof value === 'string' ? 'string' : 'array'
    issues.push({ code: 'too_big', origin, maximum, inclusive: true, input: value, continue: goesOn })
  })
}

const lengthOf = (value: string | readonly unknown[]) =>
  typeof value === 'string' ? codePoints(value) : value.length

const visible = z.regex(VISIBLE)
const emptyOrVisible = z.refine<string>((value) => value === '' || isVisible(value))

function isPlain(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : null
  if (url === null || !/^https?:$/.test(url.protocol)) return true
  return url.username === '' && url.password === '' && !/[\s\p{Cc}\p{Cs}]/u.test(address)
}

/** Page of a list: `limit` items after the opaque `cursor` that the last answer's Link header carries. */
export const page = z.object({
  limit: z._default(
    z.coerce.number().check(z.int(), z.minimum(1), z.maximum(LIMITS.page.max)),
    LIMITS.page.default,
  ),
  cursor: z.optional(z.string().check(z.maxLength(200))),
})

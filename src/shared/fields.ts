import * as z from 'zod/mini'
import { LIMITS } from './constants.ts'
import { type LimitKey, limit } from './limits.ts'
import { isVisible, VISIBLE } from './visible.ts'

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
 * then something to see, and at most `max` code points. What is far too long is refused before it is looked at:
 * normalising takes time that grows with the square of the length.
 */
export const requiredLine = (max: Max) =>
  z.string().check(roughly(max), z.overwrite(cleanLine), z.trim(), atMost(max), visible)

/** As `requiredLine`, but of any number of lines. */
export const requiredText = (max: Max) =>
  z.string().check(roughly(max), z.overwrite(clean), z.trim(), atMost(max), visible)

/** As `requiredText`, but it may be empty. */
export const text = (max: Max) => z.string().check(roughly(max), z.overwrite(clean), z.trim(), atMost(max))

/** As `requiredLine`, but it may be empty. */
export const line = (max: Max) =>
  z.string().check(roughly(max), z.overwrite(cleanLine), z.trim(), atMost(max), emptyOrVisible)

/** An address on the web as a member writes it: http or https, without a name and password in it. */
export const webAddress = z.url({ protocol: /^https?$/ }).check(z.maxLength(2000), z.refine<string>(isPlain))

/** At most so many code points of a text, or items of a list, by the limit as it stands when it is checked. */
export const atMost = <T extends string | readonly unknown[]>(max: Max) =>
  bounded<T>(max, { slack: 1, goesOn: true })

/** Length as the limits count it. */
export const codePoints = (value: string): number => [...value].length

const roughly = (max: Max) => bounded<string>(max, { slack: 4, goesOn: false })

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

function cleanLine(value: string): string {
  return clean(value).replace(/\s+/g, ' ')
}

function clean(value: string): string {
  return value.replace(SPOOFING, '').normalize('NFC')
}

/** Page of a list: `limit` items after the opaque `cursor` that the last answer's Link header carries. */
export const page = z.object({
  limit: z._default(
    z.coerce.number().check(z.int(), z.minimum(1), z.maximum(LIMITS.page.max)),
    LIMITS.page.default,
  ),
  cursor: z.optional(z.string().check(z.maxLength(200))),
})

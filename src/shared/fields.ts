import * as z from 'zod/mini'
import { LIMITS } from './constants.ts'
import { type LimitKey, limit } from '#shared/settings/limits.ts'
import { balanceBidi } from '#shared/text/balance-bidi.ts'
import { hasLongHost } from '#shared/text/host-length.ts'
import { escapeInvisible, INVISIBLE, isVisible, removeInvisible, VISIBLE } from '#shared/text/visible.ts'
import { parseUrl } from './text/parse-url.ts'

/** A UUID, lowercased so that ids can be compared as strings. */
export const id = z.uuid().check(z.toLowerCase())
/** A point in time, ISO 8601 in UTC. */
export const instant = z.iso.datetime()

// Control characters and lone surrogates are not valid in text; the others are never needed in it.
const INVALID =
  // oxlint-disable-next-line no-control-regex -- the point of the expression
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u00AD\u180E\u200B\u2060-\u2064\uFEFF\uFFFE\uFFFF\p{Cs}]/gu

/** A maximum: a number, or the key of a limit that the operator may change. */
type Max = number | LimitKey

/**
 * One line of user text (a title, a chat message): invalid characters removed, bidirectional isolates balanced, Unicode
 * NFC, trimmed; must be visible and have at most `max` code points. Marks of direction and joiners stay, which other scripts
 * than Latin need. Text that is far too long, or has more than 30 combining marks in a row, is refused before it is normalised.
 */
export const requiredLine = (max: Max) =>
  z.string().check(coarseMaxLength(max), ...cleanLine, z.trim(), maxLength(max), nonBlank)

/** Like `requiredLine`, with any number of lines. */
export const requiredText = (max: Max) =>
  z.string().check(coarseMaxLength(max), ...cleanText, z.trim(), maxLength(max), nonBlank)

/** Like `requiredText`, but may be empty; what is only invisible is refused. */
export const text = (max: Max) =>
  z.string().check(coarseMaxLength(max), emptyOrVisible, ...cleanText, z.trim(), maxLength(max))

/** Like `requiredLine`, but may be empty; what is only invisible is refused. */
export const line = (max: Max) =>
  z.string().check(coarseMaxLength(max), emptyOrVisible, ...cleanLine, z.trim(), maxLength(max))

/** Like `requiredLine`, for what identifies something: without any character that can make it read as something else. */
export const requiredNameLine = (max: Max) =>
  z.string().check(coarseMaxLength(max), ...cleanName, z.trim(), maxLength(max), nonBlank)

/** Like `requiredNameLine`, but may be empty; what is only invisible is refused. */
export const nameLine = (max: Max) =>
  z.string().check(coarseMaxLength(max), emptyOrVisible, ...cleanName, z.trim(), maxLength(max))

const shortHost = z.check<string>(({ value, issues }) => {
  if (hasLongHost(value))
    issues.push({ code: 'invalid_format', format: 'url', input: value, continue: false })
})

/** An http or https URL entered by a user, without credentials, of at most `max` characters. */
export const webUrlOf = (max: number) =>
  httpUrl(max).check(
    z.overwrite<string>(escapeInvisible),
    bounded(max, { slack: 1, continues: false }),
    z.refine<string>(isSafeUrl),
  )
export const webUrl = webUrlOf(2000)

/** An http(s) URL of at most `max` characters; a longer one, or one with a too long host, is refused unparsed. */
export function httpUrl(max: number) {
  return z.pipe(
    z.string().check(bounded(max, { slack: 1, continues: false }), shortHost),
    z.url({ protocol: /^https?$/ }),
  )
}

/** At most `max` code points of a text, or items of a list; a limit is read at each check. */
export const maxLength = <T extends string | readonly unknown[]>(max: Max) =>
  bounded<T>(max, { slack: 1, continues: true })

/** Length in code points, the unit of all limits. */
export const codePoints = (value: string): number => [...value].length

/** Returns at most `max` code points of a text, for a search: no letter is cut in half. */
export const firstCodePoints = (value: string, max: number): string =>
  value.length <= max ? value : [...value].slice(0, max).join('')

/** The length that the limit of a `text` or `requiredText` counts: of what the server would store. */
export const textLength = (value: string): number => codePoints(storedText(value).trim())

/** Like `textLength`, for a `line` or `requiredLine`. */
export const lineLength = (value: string): number => codePoints(storedText(value).replace(/\s+/g, ' ').trim())

// Normalising sorts the marks of a letter in quadratic time, and the server refuses such a text.
const storedText = (value: string): string =>
  TOO_MANY_MARKS.test(value) ? value : balanceBidi(value.replace(INVALID, '')).normalize('NFC')

/** More combining marks on one letter than any language uses. Invisible characters between them do not end the pile. */
const MAX_MARKS = 30
// A variation selector is a mark and invisible: without the lookahead there would be very many ways to match it.
const TOO_MANY_MARKS = new RegExp(`(?:\\p{Mark}(?:(?!\\p{Mark})[${INVISIBLE}])*){${MAX_MARKS + 1}}`, 'u')

/** Normalising sorts the marks of a letter in quadratic time. */
const maxMarks = z.check<string>(({ value, issues }) => {
  if (TOO_MANY_MARKS.test(value)) issues.push({ code: 'custom', input: value, continue: false })
})

const cleaningChecks = (cleanBidi: (value: string) => string) => [
  z.overwrite<string>((value) => cleanBidi(value.replace(INVALID, ''))),
  // After the removal: a removed character may have separated the marks.
  maxMarks,
  z.overwrite<string>((value) => value.normalize('NFC')),
]
const inOneLine = z.overwrite<string>((value) => value.replace(/\s+/g, ' '))
const cleanText = cleaningChecks(balanceBidi)
const cleanLine = [...cleanText, inOneLine]
const cleanName = [...cleaningChecks(removeInvisible), inOneLine]

/** Refuses far too long text before the more expensive checks. */
export const coarseMaxLength = (max: Max) => bounded<string>(max, { slack: 4, continues: false })

/** Zod's own length check accepts only fixed numbers. */
function bounded<T extends string | readonly unknown[]>(
  max: Max,
  { slack, continues }: { slack: number; continues: boolean },
) {
  return z.check<T>(({ value, issues }) => {
    const maximum = typeof max === 'number' ? max : limit(max)
    // A code point is one or two UTF-16 units, so the code points need no counting if the units already fit.
    const allowed = slack * maximum
    if (value.length <= allowed || (value.length <= 2 * allowed && lengthOf(value) <= allowed)) return
    const origin = typeof value === 'string' ? 'string' : 'array'
    issues.push({ code: 'too_big', origin, maximum, inclusive: true, input: value, continue: continues })
  })
}

const lengthOf = (value: string | readonly unknown[]) =>
  typeof value === 'string' ? codePoints(value) : value.length

const nonBlank = z.regex(VISIBLE)
const emptyOrVisible = z.refine<string>((value) => value.trim() === '' || isVisible(value), { abort: true })

/** True for an unparsable or non-http URL as well, which `httpUrl` reports. */
function isSafeUrl(value: string): boolean {
  const url = parseUrl(value)
  if (url === null || !/^https?:$/.test(url.protocol)) return true
  return url.username === '' && url.password === '' && !/[\s\p{Cc}\p{Cs}]/u.test(value)
}

/** Page of a list: `limit` items after the opaque `cursor` of the previous response's Link header. */
export const page = z.object({
  limit: z._default(
    z.coerce.number().check(z.int(), z.minimum(1), z.maximum(LIMITS.page.max)),
    LIMITS.page.default,
  ),
  cursor: z.optional(z.string().check(z.maxLength(200))),
})

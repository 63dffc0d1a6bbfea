import * as z from 'zod/mini'
import { LIMITS } from './constants.ts'

export const id = z.uuid()
/** A moment, ISO 8601 in UTC. */
export const instant = z.iso.datetime()

// Bidirectional overrides can make one name read as another; control characters have no place in text.
const SPOOFING =
  // oxlint-disable-next-line no-control-regex -- the point of the expression
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069\u200E\u200F\u061C\uFEFF]/g

/**
 * Text of a member: spoofing characters dropped, Unicode NFC, trimmed; then 1 to `max` UTF-16 units. What is far
 * too long is refused before it is looked at: normalising takes time that grows with the square of the length.
 */
export const requiredText = (max: number) =>
  z.string().check(roughly(max), z.overwrite(clean), z.trim(), z.minLength(1), z.maxLength(max))

/** As `requiredText`, but empty text is allowed. */
export const text = (max: number) =>
  z.string().check(roughly(max), z.overwrite(clean), z.trim(), z.maxLength(max))

const roughly = (max: number) => z.maxLength(4 * max, { abort: true })

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

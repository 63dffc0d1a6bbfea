import * as z from 'zod/mini'
import { LIMITS } from '#shared/constants.ts'
import { id } from '#shared/fields.ts'

/** A list of ids with one error for the first invalid one: describing hundreds would cost the server milliseconds. */
const ids = z.pipe(
  z.array(z.unknown()).check(z.maxLength(LIMITS.watched)),
  z.transform((values, { issues }) => {
    const parsed: string[] = []
    for (const [index, input] of values.entries()) {
      const { success, data } = id.safeParse(input)
      if (!success) {
        issues.push({ code: 'custom', input, path: [index] })
        return z.NEVER
      }
      parsed.push(data)
    }
    return parsed
  }),
)

export const watchClientMessages = [
  /**
   * Replaces the posts and users whose changes the page receives: those that it shows. `liveUserIds` are users of whom it
   * shows only whether they are live.
   */
  z.object({ type: z.literal('watch'), postIds: ids, userIds: ids, liveUserIds: z._default(ids, []) }),
] as const

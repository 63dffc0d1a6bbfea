import * as z from 'zod/mini'
import { LIMITS } from './constants.ts'
import { id } from './fields.ts'

export const watchUp = [
  /** From now on exactly these: what the page shows and whose counts it wants to keep right. */
  z.object({
    type: z.literal('watch'),
    postIds: z.array(id).check(z.maxLength(LIMITS.watched)),
    userIds: z.array(id).check(z.maxLength(LIMITS.watched)),
  }),
] as const

import * as z from 'zod/mini'
import { LIMITS } from './constants.ts'
import { id } from './fields.ts'

export const watchClientMessages = [
  /** Replaces the posts and users whose changes the page receives: those that it shows. */
  z.object({
    type: z.literal('watch'),
    postIds: z.array(id).check(z.maxLength(LIMITS.watched)),
    userIds: z.array(id).check(z.maxLength(LIMITS.watched)),
  }),
] as const

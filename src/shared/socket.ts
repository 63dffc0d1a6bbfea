import * as z from 'zod/mini'
import { errorBody } from './errors.ts'
import { id } from './fields.ts'

/** A message may name its sender: the session decides who speaks, a different id here is refused. */
export const claimedSender = { userId: z.optional(z.nullable(z.string())) }

/** What a socket says for itself. */
export const socketUp = [
  z.object({ type: z.literal('ping') }),
  /** Asks who the session says it is; another's id is refused. */
  z.object({ type: z.literal('auth'), ...claimedSender }),
] as const

export const socketDown = [
  z.object({ type: z.literal('pong') }),
  z.object({ type: z.literal('auth'), userId: z.nullable(id) }),
  z.extend(errorBody, {
    type: z.literal('error'),
    streamId: z.optional(id),
    clientId: z.optional(id),
    /** Seconds until a rate-limited message may be tried again. */
    retryAfter: z.optional(z.int()),
  }),
] as const

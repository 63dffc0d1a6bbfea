import * as z from 'zod/mini'
import { errorBody } from './errors.ts'
import { id } from './fields.ts'

/** A message may include its sender's id. The session identifies the sender; another id is refused. */
export const claimedSender = { userId: z.optional(z.nullable(z.string())) }

export const socketClientMessages = [
  z.object({ type: z.literal('ping') }),
  /** Requests the user id of the session. */
  z.object({ type: z.literal('auth'), ...claimedSender }),
] as const

export const socketServerMessages = [
  z.object({ type: z.literal('pong') }),
  z.object({ type: z.literal('auth'), userId: z.nullable(id) }),
  z.extend(errorBody, {
    type: z.literal('error'),
    /** `type` of the refused message; absent where the error does not answer one. */
    requestType: z.optional(z.string()),
    streamId: z.optional(id),
    clientId: z.optional(id),
    /** Seconds until a rate-limited message may be tried again. */
    retryAfter: z.optional(z.int()),
  }),
] as const

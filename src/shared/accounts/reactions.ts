import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { id } from '#shared/fields.ts'

/** A call that toggles a like; a body with `liked` sets the state instead, which makes the call idempotent. */
export const likeEndpoint = <const Path extends `/${string}`>(path: Path) =>
  endpoint({
    method: 'POST',
    path,
    access: 'member',
    rate: 'likes',
    params: z.object({ id }),
    body: z.nullish(z.object({ liked: z.optional(z.boolean()) })),
    response: z.object({ liked: z.boolean(), likesCount: z.int() }),
  })

/** Sent to all open pages of a member after a like or unlike: its new state. */
export const ownLike = z.object({ isLiked: z.boolean(), likesCount: z.int() })
export type OwnLike = z.output<typeof ownLike>

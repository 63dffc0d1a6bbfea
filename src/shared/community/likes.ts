import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { id } from '#shared/fields.ts'

/** Toggles; a body with `liked` sets the state instead, which makes the call idempotent. */
export const likePost = endpoint({
  method: 'POST',
  path: '/api/posts/:id/like',
  access: 'member',
  rate: 'likes',
  params: z.object({ id }),
  body: z.nullish(z.object({ liked: z.optional(z.boolean()) })),
  response: z.object({ liked: z.boolean(), likesCount: z.int() }),
})

export const likeServerMessages = [
  /** To every page of one member: the state of its like, on whichever page it was made. */
  z.object({
    type: z.literal('like_changed'),
    postId: id,
    data: z.object({ isLiked: z.boolean(), likesCount: z.int() }),
  }),
] as const

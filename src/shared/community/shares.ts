import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { id } from '#shared/fields.ts'

/** Counts a share of a post, once per user and post. */
export const sharePost = endpoint({
  method: 'POST',
  path: '/api/posts/:id/share',
  access: 'member',
  rate: 'shares',
  params: z.object({ id }),
  response: z.object({ sharesCount: z.int() }),
})

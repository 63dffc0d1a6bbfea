import * as z from 'zod/mini'
import { likeEndpoint, ownLike } from '#shared/accounts/reactions.ts'
import { id } from '#shared/fields.ts'

export const likePost = likeEndpoint('/api/posts/:id/like')

export const likeServerMessages = [
  z.object({ type: z.literal('like_changed'), postId: id, data: ownLike }),
] as const

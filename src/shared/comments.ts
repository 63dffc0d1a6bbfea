import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, instant, page, requiredText } from './fields.ts'
import { userRef } from './users.ts'

export const comment = z.object({
  id,
  userId: id,
  postId: id,
  content: z.string(),
  createdAt: instant,
  user: userRef,
  mentions: z.array(z.object({ handle: z.string(), userId: id })),
  viewer: z.object({ canDelete: z.boolean() }),
})
export type Comment = z.output<typeof comment>

const ofPost = z.object({ id })

/** Newest first. */
export const listComments = endpoint({
  method: 'GET',
  path: '/api/posts/:id/comments',
  access: 'anyone',
  params: ofPost,
  query: page,
  response: z.array(comment),
})

/** Repeating a call with the same `clientId` returns the stored comment; on another post it is 400. */
export const createComment = endpoint({
  method: 'POST',
  path: '/api/posts/:id/comments',
  access: 'member',
  params: ofPost,
  body: z.object({ content: requiredText('comment'), clientId: z.optional(id) }),
  response: comment,
  status: 201,
})

/** Deletes the caller's comment; returns its post and that post's new comment count. 403 for another user's. */
export const deleteComment = endpoint({
  method: 'DELETE',
  path: '/api/comments/:id',
  access: 'member',
  params: z.object({ id }),
  response: z.object({ id, postId: id, commentsCount: z.int() }),
})

export const commentServerMessages = [
  /** To the pages that show the comments of a post. */
  z.object({ type: z.literal('comment_created'), postId: id, commentId: id, userId: id }),
  z.object({ type: z.literal('comment_deleted'), postId: id, commentId: id }),
] as const

import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { id, instant, page, requiredText } from '#shared/fields.ts'
import { shownUser } from '#shared/accounts/users.ts'

/** The subject of a comment, a post or a video; the other id is null. */
const subject = { postId: z.nullable(id), videoId: z.nullable(id) }

export const comment = z.object({
  id,
  userId: id,
  ...subject,
  content: z.string(),
  /** It waits for review: only its author sees it. */
  isHeld: z.boolean(),
  createdAt: instant,
  user: shownUser,
  mentions: z.array(z.object({ handle: z.string(), userId: id })),
  viewer: z.object({ canDelete: z.boolean() }),
})
export type Comment = z.output<typeof comment>

const ofSubject = z.object({ id })

/** Newest first. */
export const listComments = endpoint({
  method: 'GET',
  path: '/api/posts/:id/comments',
  access: 'anyone',
  params: ofSubject,
  query: page,
  response: z.array(comment),
})

/** Newest first. 404 for a video that the caller may not see. */
export const listVideoComments = endpoint({
  method: 'GET',
  path: '/api/videos/:id/comments',
  access: 'anyone',
  params: ofSubject,
  query: page,
  response: z.array(comment),
})

const newComment = z.object({ content: requiredText('comment'), clientId: z.optional(id) })

/**
 * Returns the stored comment, which may wait for review (`isHeld`), also to a repeated call with the same `clientId`; 400 for
 * this `clientId` on another post or video. 403 `blocked`, 422 `watched_word`, `new_account`.
 */
export const createComment = endpoint({
  method: 'POST',
  path: '/api/posts/:id/comments',
  access: 'member',
  publishes: true,
  params: ofSubject,
  body: newComment,
  response: comment,
  status: 201,
})

/** As `createComment`. */
export const createVideoComment = endpoint({
  method: 'POST',
  path: '/api/videos/:id/comments',
  access: 'member',
  publishes: true,
  params: ofSubject,
  body: newComment,
  response: comment,
  status: 201,
})

/** Deletes the caller's comment; returns its subject and that one's new comment count. 403 for another user's. */
export const deleteComment = endpoint({
  method: 'DELETE',
  path: '/api/comments/:id',
  access: 'member',
  params: z.object({ id }),
  response: z.object({ id, ...subject, commentsCount: z.int() }),
})

export const commentServerMessages = [
  /** To the pages that show the comments of a post or video. */
  z.object({ type: z.literal('comment_created'), ...subject, commentId: id, userId: id }),
  z.object({ type: z.literal('comment_deleted'), ...subject, commentId: id }),
] as const

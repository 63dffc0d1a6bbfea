import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, instant, page, requiredText } from './fields.ts'
import { userRef } from './users.ts'

export const mediaType = z.enum(['image', 'video', 'file'])
export type MediaType = z.output<typeof mediaType>

/** A post as its viewer sees it. */
export const post = z.object({
  id,
  authorId: id,
  content: z.string(),
  /** Our own address of it, relative; an image has more sizes beside it (`imageSizes`). */
  mediaUrl: z.nullable(z.string()),
  mediaType: z.nullable(mediaType),
  /** Pixels, where they are known. */
  mediaWidth: z.nullable(z.int()),
  mediaHeight: z.nullable(z.int()),
  /** A picture of a video, to stand in its place until it is played; our own address, relative. */
  mediaPosterUrl: z.nullable(z.string()),
  /** Bytes that whoever plays or loads a video or file would load; null for images. */
  mediaSize: z.nullable(z.int()),
  likesCount: z.int(),
  commentsCount: z.int(),
  sharesCount: z.int(),
  createdAt: instant,
  updatedAt: instant,
  isLiked: z.boolean(),
  author: userRef,
  /** Who the `@handles` of the text are; a handle that is nobody's stays text. */
  mentions: z.array(z.object({ handle: z.string(), userId: id })),
  viewer: z.object({ isBookmarked: z.boolean(), canDelete: z.boolean() }),
})
export type Post = z.output<typeof post>

export const postInput = z.object({
  content: requiredText('post'),
  /** The address of one's own finished upload, or a data-URL, which is stored and replaced by its address. */
  mediaUrl: z.optional(z.nullable(z.string())),
  /** What the sender takes the media for; what it is, its bytes say. */
  mediaType: z.optional(z.nullable(z.enum(['', ...mediaType.options]))),
  /** The sender's own mark: repeating a call with it answers the post that was stored first. */
  clientId: z.optional(id),
})

const ofPost = z.object({ id })

/**
 * Answers the stored post. 413 and 415 for a data-URL that is too large or of a type that is not taken, 422 at
 * `mediaUrl` for an address that is not one's own unused upload.
 */
export const createPost = endpoint({
  method: 'POST',
  path: '/api/posts',
  access: 'member',
  body: postInput,
  bodyBytes: 'postBytes',
  response: post,
  status: 201,
})

/** Everyone's posts, newest first. */
export const listFeed = endpoint({
  method: 'GET',
  path: '/api/posts/feed',
  access: 'member',
  query: page,
  response: z.array(post),
})

/** Posts of those whom the caller follows, and its own, newest first. */
export const listCircle = endpoint({
  method: 'GET',
  path: '/api/posts/circle',
  access: 'member',
  query: page,
  response: z.array(post),
})

/** One member's posts, newest first; 404 for a member who is not there. */
export const listUserPosts = endpoint({
  method: 'GET',
  path: '/api/users/:userId/posts',
  access: 'anyone',
  params: z.object({ userId: id }),
  query: page,
  response: z.array(post),
})

/** 404 for a post that is not there, or whose author is deactivated. */
export const getPost = endpoint({
  method: 'GET',
  path: '/api/posts/:id',
  access: 'anyone',
  params: ofPost,
  response: post,
})

/** One's own post, with all that hangs on it; answers its id. 403 for another's. */
export const deletePost = endpoint({
  method: 'DELETE',
  path: '/api/posts/:id',
  access: 'member',
  params: ofPost,
  response: z.object({ id }),
})

export const postUp = [
  /** Follows new posts of everyone, for feeds. */
  z.object({ type: z.literal('subscribe_feed') }),
] as const

export const postDown = [
  /** To feeds: somebody has posted. */
  z.object({ type: z.literal('post_created'), postId: id, authorId: id }),
  /** To those who watch a post: its counts, at most once a second. */
  z.object({
    type: z.literal('post_changed'),
    postId: id,
    data: z.object({ likesCount: z.int(), commentsCount: z.int(), sharesCount: z.int() }),
  }),
  z.object({ type: z.literal('post_deleted'), postId: id }),
] as const

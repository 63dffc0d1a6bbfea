import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { id, instant, page, requiredText } from '#shared/fields.ts'
import { mediaType } from '#shared/media/uploads.ts'
import { shownUser } from '#shared/accounts/users.ts'

/** A post as the caller sees it. */
export const post = z.object({
  id,
  authorId: id,
  content: z.string(),
  /** Relative URL on this site; an image has further sizes (`imageSizes`), but an animated one has not. */
  mediaUrl: z.nullable(z.string()),
  mediaType: z.nullable(mediaType),
  /** Pixels, if known. */
  mediaWidth: z.nullable(z.int()),
  mediaHeight: z.nullable(z.int()),
  /** Poster of a video; relative URL on this site. Of an animation its first frame, with further sizes. */
  mediaPosterUrl: z.nullable(z.string()),
  /** Whether it is an animation: an animated image, or a video without sound, that pages repeat. */
  mediaLoops: z.boolean(),
  /** Download size of a video, file or animation in bytes; null for other images. */
  mediaSize: z.nullable(z.int()),
  likesCount: z.int(),
  commentsCount: z.int(),
  sharesCount: z.int(),
  /** It waits for review: only its author sees it. */
  isHeld: z.boolean(),
  createdAt: instant,
  updatedAt: instant,
  isLiked: z.boolean(),
  author: shownUser,
  /** The users of the `@handles` in the text; an unknown handle stays text. */
  mentions: z.array(z.object({ handle: z.string(), userId: id })),
  viewer: z.object({ isBookmarked: z.boolean(), canDelete: z.boolean() }),
})
export type Post = z.output<typeof post>

export const postInput = z.object({
  content: requiredText('post'),
  /** The URL of the caller's finished upload, or a data URL, which is stored as an upload. */
  mediaUrl: z.optional(z.nullable(z.string())),
  /**
   * The first entry is what `mediaUrl` is: `[{ url }]` or `[url]`; both at once must agree. More entries and alternative texts are
   * not supported yet.
   */
  media: z.optional(z.unknown()),
  /** A hint of the sender; the server detects the type from the bytes. */
  mediaType: z.optional(z.nullable(z.enum(['', ...mediaType.options]))),
  /** Idempotency key: repeating a call with it returns the stored post. */
  clientId: z.optional(id),
})

const ofPost = z.object({ id })

/**
 * Returns the stored post, which may wait for review (`isHeld`). 413 for a data URL that is too large and 415 for one of an
 * unsupported type; 422 at `mediaUrl` for a URL that is not an unused upload of the caller, at
 * `media` for what is not supported, 422 `watched_word`, `new_account`.
 */
export const createPost = endpoint({
  method: 'POST',
  path: '/api/posts',
  access: 'member',
  publishes: true,
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

/** Posts of the caller and of users whom the caller follows, newest first. */
export const listCircle = endpoint({
  method: 'GET',
  path: '/api/posts/circle',
  access: 'member',
  query: page,
  response: z.array(post),
})

/** Posts of one user, newest first; 404 for an unknown user. */
export const listUserPosts = endpoint({
  method: 'GET',
  path: '/api/users/:userId/posts',
  access: 'anyone',
  params: z.object({ userId: id }),
  query: page,
  response: z.array(post),
})

/** 404 for an unknown post, or one whose author is deactivated. */
export const getPost = endpoint({
  method: 'GET',
  path: '/api/posts/:id',
  access: 'anyone',
  params: ofPost,
  response: post,
})

/** Deletes the caller's post with its comments, likes and media; returns its id. 403 for another user's. */
export const deletePost = endpoint({
  method: 'DELETE',
  path: '/api/posts/:id',
  access: 'member',
  params: ofPost,
  response: z.object({ id }),
})

export const postClientMessages = [
  /** As `subscribe_channel` of the feed without `since`. */
  z.object({ type: z.literal('subscribe_feed') }),
] as const

export const postServerMessages = [
  /** To feeds: somebody has posted. */
  z.object({ type: z.literal('post_created'), postId: id, authorId: id }),
  /** To those who watch a post: its counts, at most once a second; that its file was removed. */
  z.object({
    type: z.literal('post_changed'),
    postId: id,
    data: z.object({
      likesCount: z.int(),
      commentsCount: z.int(),
      sharesCount: z.int(),
      mediaUrl: z.optional(z.null()),
    }),
  }),
  z.object({ type: z.literal('post_deleted'), postId: id }),
  /** To every page of its author: it waits for review no longer. */
  z.object({ type: z.literal('post_approved'), postId: id }),
] as const

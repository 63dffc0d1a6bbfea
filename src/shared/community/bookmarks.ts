import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { id, page } from '#shared/fields.ts'
import { post } from './posts.ts'

const ofPost = z.object({ id })
const bookmarked = z.object({ bookmarked: z.boolean() })

/** Bookmarks a post; idempotent. 404 for a post that the caller may not see. */
export const addBookmark = endpoint({
  method: 'PUT',
  path: '/api/posts/:id/bookmark',
  access: 'member',
  rate: 'bookmarks',
  params: ofPost,
  response: bookmarked,
})

/** Removes the bookmark; idempotent. 404 as for `addBookmark`. */
export const removeBookmark = endpoint({
  method: 'DELETE',
  path: '/api/posts/:id/bookmark',
  access: 'member',
  rate: 'bookmarks',
  params: ofPost,
  response: bookmarked,
})

/** The caller's bookmarked posts, latest bookmark first. */
export const listBookmarks = endpoint({
  method: 'GET',
  path: '/api/bookmarks',
  access: 'member',
  query: page,
  response: z.array(post),
})

export const bookmarkServerMessages = [
  /** To every page of one member. */
  z.object({
    type: z.literal('bookmark_changed'),
    postId: id,
    data: z.object({ isBookmarked: z.boolean() }),
  }),
] as const

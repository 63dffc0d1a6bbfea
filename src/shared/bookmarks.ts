import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, page } from './fields.ts'
import { post } from './posts.ts'

const ofPost = z.object({ id })
const bookmarked = z.object({ bookmarked: z.boolean() })

/** Keeps a post, once; 404 for one that is not to be seen. */
export const addBookmark = endpoint({
  method: 'PUT',
  path: '/api/posts/:id/bookmark',
  access: 'member',
  rate: 'bookmarks',
  params: ofPost,
  response: bookmarked,
})

/** Keeps it no longer, also when it was not kept; 404 as above. */
export const removeBookmark = endpoint({
  method: 'DELETE',
  path: '/api/posts/:id/bookmark',
  access: 'member',
  rate: 'bookmarks',
  params: ofPost,
  response: bookmarked,
})

/** What the caller has kept, the last one first. */
export const listBookmarks = endpoint({
  method: 'GET',
  path: '/api/bookmarks',
  access: 'member',
  query: page,
  response: z.array(post),
})

export const bookmarkDown = [
  /** To every page of one member. */
  z.object({
    type: z.literal('bookmark_changed'),
    postId: id,
    data: z.object({ isBookmarked: z.boolean() }),
  }),
] as const

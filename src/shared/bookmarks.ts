import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, page } from './fields.ts'
import { post } from './posts.ts'

const ofPost = z.object({ id })
const bookmarked = z.object({ bookmarked: z.boolean() })

export const addBookmark = endpoint({
  method: 'PUT',
  path: '/api/posts/:id/bookmark',
  access: 'member',
  params: ofPost,
  response: bookmarked,
})

export const removeBookmark = endpoint({
  method: 'DELETE',
  path: '/api/posts/:id/bookmark',
  access: 'member',
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

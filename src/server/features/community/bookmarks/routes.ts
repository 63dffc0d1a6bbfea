import * as z from 'zod/mini'
import { addBookmark, listBookmarks, removeBookmark } from '#shared/community/bookmarks.ts'
import { id } from '#shared/fields.ts'
import type { Mount } from '#server/feature.ts'
import { presentPost } from '#server/features/community/posts/present-post.ts'
import { decodeCursor, paginate } from '#server/http/cursor.ts'
import { route } from '#server/http/route.ts'
import { listBookmarked } from './queries.ts'
import { setBookmark } from './set-bookmark.ts'

const cursor = z.tuple([id])

export const mountBookmarks: Mount = (app, { db, publish }) => {
  const dependencies = { db, publish }

  route(app, addBookmark, ({ params, user }) =>
    setBookmark(dependencies, { userId: user.id, postId: params.id }, true),
  )

  route(app, removeBookmark, ({ params, user }) =>
    setBookmark(dependencies, { userId: user.id, postId: params.id }, false),
  )

  route(app, listBookmarks, async ({ query, user, request, reply }) => {
    const [before] = decodeCursor(query.cursor, cursor) ?? []
    const rows = await listBookmarked(db, user.id, query.limit, before)
    const page = paginate({ request, reply }, rows, query.limit, ({ bookmarkId }) => [bookmarkId])
    return page.map((row) => presentPost(row, user))
  })
}

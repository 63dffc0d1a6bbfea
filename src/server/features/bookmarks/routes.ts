import * as z from 'zod/mini'
import { addBookmark, listBookmarks, removeBookmark } from '#shared/bookmarks.ts'
import { id } from '#shared/fields.ts'
import type { Feature } from '#server/feature.ts'
import { inboxTopic } from '#server/features/notifications/topics.ts'
import { presentPost } from '#server/features/posts/present-post.ts'
import { decodeCursor, paginate } from '#server/http/cursor.ts'
import { notFound } from '#server/http/errors.ts'
import type { Rate } from '#server/http/rate-limits.ts'
import { route } from '#server/http/route.ts'
import { deleteBookmark, insertBookmark, listBookmarked } from './queries.ts'

const BOOKMARKS: Rate = { name: 'bookmarks', points: 300, seconds: 600 }
const cursor = z.tuple([id])

export const bookmarks: Feature = {
  name: 'bookmarks',
  register(app, { db, hub, limits }) {
    const tell = (userId: string, postId: string, isBookmarked: boolean) =>
      hub.publish(inboxTopic(userId), { type: 'bookmark_changed', postId, data: { isBookmarked } })

    route(app, addBookmark, async ({ params, user }) => {
      await limits.take(BOOKMARKS, user.id)
      const kept = await insertBookmark(db, { userId: user.id, postId: params.id })
      if (!kept) throw notFound('notFound.post')
      tell(user.id, params.id, true)
      return { bookmarked: true }
    })

    route(app, removeBookmark, async ({ params, user }) => {
      await limits.take(BOOKMARKS, user.id)
      const gone = await deleteBookmark(db, { userId: user.id, postId: params.id })
      if (!gone) throw notFound('notFound.post')
      tell(user.id, params.id, false)
      return { bookmarked: false }
    })

    route(app, listBookmarks, async ({ query, user, request, reply }) => {
      const [before] = decodeCursor(query.cursor, cursor) ?? []
      const rows = await listBookmarked(db, user.id, query.limit, before)
      const page = paginate({ request, reply }, rows, query.limit, ({ bookmarkId }) => [bookmarkId])
      return page.map((row) => presentPost(row, user))
    })
  },
}

import * as z from 'zod/mini'
import { createComment, deleteComment, listComments } from '#shared/comments.ts'
import { id } from '#shared/fields.ts'
import type { Feature } from '#server/feature.ts'
import type { PostCountsPublisher } from '#server/features/posts/post-changes.ts'
import { findPost } from '#server/features/posts/queries.ts'
import { decodeCursor, paginate } from '#server/http/cursor.ts'
import { notFound } from '#server/http/errors.ts'
import { route } from '#server/http/route.ts'
import { addComment } from './add-comment.ts'
import { addCommentChannel } from './channel.ts'
import { presentComment } from './present-comment.ts'
import { listCommentsOnPost } from './queries.ts'
import { removeComment } from './remove-comment.ts'

const cursor = z.tuple([id])

export const comments = (changes: PostCountsPublisher): Feature => ({
  name: 'comments',
  register(app, { channels, db, hub, limits, log }) {
    const dependencies = { db, hub, limits, log, changes }
    addCommentChannel({ channels, db })

    route(app, listComments, async ({ params, query, user, request, reply }) => {
      const [beforeId] = decodeCursor(query.cursor, cursor) ?? []
      if (!(await findPost(db, params.id))) throw notFound('notFound.post')
      const rows = await listCommentsOnPost(db, params.id, query.limit, beforeId)
      const page = paginate({ request, reply }, rows, query.limit, (row) => [row.id])
      return page.map((row) => presentComment(row, user))
    })

    route(app, createComment, ({ params, body, user }) => addComment(dependencies, user, params.id, body))

    route(app, deleteComment, async ({ params, user }) => ({
      id: params.id,
      ...(await removeComment(dependencies, user, params.id)),
    }))
  },
})

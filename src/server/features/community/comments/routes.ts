import * as z from 'zod/mini'
import * as calls from '#shared/community/comments.ts'
import { id } from '#shared/fields.ts'
import { postCountsService } from '#server/features/community/posts/post-changes.ts'
import type { Mount } from '#server/feature.ts'
import { decodeCursor, paginate } from '#server/http/cursor.ts'
import { type Call, route } from '#server/http/route.ts'
import { addComment } from './add-comment.ts'
import { addCommentChannel } from './channel.ts'
import { presentComment } from './present-comment.ts'
import { listCommentsOn } from './queries.ts'
import { removeComment } from './remove-comment.ts'
import { type Subject, assertVisible, postSubject, videoSubject } from './subjects.ts'

const cursor = z.tuple([id])

export const mountComments: Mount = (app, { channels, db, events, publish, limits, settings, service }) => {
  const changes = service(postCountsService)
  const dependencies = { db, events, publish, limits, settings, changes }
  addCommentChannel({ channels, db })

  const list = async (
    subject: Subject,
    {
      query,
      user,
      request,
      reply,
    }: Pick<Call<typeof calls.listComments>, 'query' | 'user' | 'request' | 'reply'>,
  ) => {
    const [beforeId] = decodeCursor(query.cursor, cursor) ?? []
    await assertVisible(db, subject, user)
    const rows = await listCommentsOn(db, subject, user, query.limit, beforeId)
    const page = paginate({ request, reply }, rows, query.limit, (row) => [row.id])
    return page.map((row) => presentComment(row, user))
  }
  route(app, calls.listComments, (call) => list(postSubject(call.params.id), call))
  route(app, calls.listVideoComments, (call) => list(videoSubject(call.params.id), call))

  route(app, calls.createComment, ({ params, body, user }) =>
    addComment(dependencies, user, postSubject(params.id), body),
  )
  route(app, calls.createVideoComment, ({ params, body, user }) =>
    addComment(dependencies, user, videoSubject(params.id), body),
  )

  route(app, calls.deleteComment, async ({ params, user }) => ({
    id: params.id,
    ...(await removeComment(dependencies, user, params.id)),
  }))
}

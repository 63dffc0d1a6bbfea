import { storageAllowanceService } from '#server/features/media/storage-allowance/storage-allowance.ts'
import { mediaService } from '#server/features/media/media/media-service.ts'
import { type SessionCache, sessionCacheService } from '#server/features/accounts/auth/session-cache.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { id } from '#shared/fields.ts'
import * as calls from '#shared/community/posts.ts'
import type { Db } from '#server/db/executor.ts'
import type { Mount } from '#server/feature.ts'
import { isUserActive } from '#server/features/accounts/users/queries.ts'
import type { Caller } from '#server/http/access.ts'
import { decodeCursor, paginate } from '#server/http/cursor.ts'
import { notFound, unauthorized } from '#server/http/errors.ts'
import { route } from '#server/http/route.ts'
import { addPostChannels } from './channels.ts'
import { listCircle } from './circle-queries.ts'
import { type PostForRequester, presentPost } from './present-post.ts'
import { postPreview } from './post-preview.ts'
import { publishPost } from './publish-post.ts'
import { listFeed, listPostsByAuthor, listPostsByIds } from './queries.ts'
import { removePost } from './remove-post.ts'

const cursor = z.tuple([id])

export const mountPosts: Mount = async (
  app,
  { channels, db, deletionDb, events, publish, limits, previews, settings, service },
) => {
  const allowance = service(storageAllowanceService)
  const media = await service(mediaService)
  const sessionCache = service(sessionCacheService)
  const dependencies = { allowance, db, events, publish, limits, media, settings }
  previews.on('/post/:postId', (params, translate) => postPreview(db, params['postId'], translate))
  previews.onRecord(
    '/post/:postId',
    async (postId, reader) => (await listPostsByIds(db, [postId], reader)).length > 0,
  )
  addPostChannels({ channels, db }, sessionCache)
  mountListRoutes(app, db, sessionCache)
  route(app, calls.createPost, ({ body, user, request }) =>
    request.withBodySlot(() => publishPost(dependencies, user, body)),
  )
  route(app, calls.getPost, async ({ params, user }) => {
    const [post] = await listPostsByIds(db, [params.id], user)
    if (!post) throw notFound('notFound.post')
    return post
  })
  route(app, calls.deletePost, async ({ params, user }) => {
    await removePost({ ...dependencies, deletionDb: deletionDb.for(user.id) }, user, params.id)
    return { id: params.id }
  })
}

function mountListRoutes(app: FastifyInstance, db: Db, sessionCache: SessionCache): void {
  route(app, calls.listFeed, async (call) => {
    const { user, query } = call
    return present(call, await listFeed(db, user, query.limit, cursorId(call)))
  })
  route(app, calls.listCircle, async (call) => {
    const currentUser = await sessionCache.findUserWithCounts(call.user.id)
    if (!currentUser) throw unauthorized()
    return present(call, await listCircle(db, currentUser, call.query.limit, cursorId(call)))
  })
  route(app, calls.listUserPosts, async (call) => {
    const { user, query, params } = call
    const rows = await listPostsByAuthor(db, params.userId, user, query.limit, cursorId(call))
    if (rows.length === 0 && !(await isUserActive(db, params.userId))) throw notFound('notFound.user')
    return present(call, rows)
  })
}

type PageCall = {
  user: Caller | null
  query: { limit: number; cursor?: string | undefined }
  request: FastifyRequest
  reply: FastifyReply
}

function cursorId({ query }: PageCall): string | undefined {
  return decodeCursor(query.cursor, cursor)?.[0]
}

function present(call: PageCall, rows: PostForRequester[]) {
  return paginate(call, rows, call.query.limit, ({ id }) => [id]).map((row) => presentPost(row, call.user))
}

import type { BodyOf } from '#shared/endpoint.ts'
import * as calls from '#shared/live/streams.ts'
import type { Mount } from '#server/feature.ts'
import { thumbnailsService } from '#server/features/media/thumbnails/thumbnails.ts'
import { refuseSiteWords } from '#server/features/accounts/watched-words/refuse-words.ts'
import { refuseLinksOfNewAccount } from '#server/features/accounts/new-accounts/limit-new-account.ts'
import { rateOf } from '#server/http/rates/rate-limits.ts'
import { route } from '#server/http/route.ts'
import { assertMayChange } from '#server/http/timed-out.ts'
import { getOwnStream, getVisibleStream } from './access.ts'
import { addStream } from './add-stream.ts'
import { changeStream } from './change-stream.ts'
import { deleteStream } from './delete-stream.ts'
import { presentStream, streamAdditions } from './present-stream.ts'
import { findStream } from './queries.ts'
import { type StartableStreamRow, findReadyStreamId, listStartableStreams } from './ready-queries.ts'

/** Starts have a rate limit of their own. Ends are not limited: a broadcaster can always end the stream. */
const CHANGES = rateOf('streamChanges')

export const mountStreams: Mount = (app, context) => {
  const { db, limits, payments, previews, service, settings } = context
  const thumbnails = service(thumbnailsService)
  const presentation = { db, payments, additions: service(streamAdditions) }
  for (const page of ['/stream/:streamId', '/stream-old/:streamId', '/stream/:streamId/broadcast'] as const)
    previews.onRecord(page, async (id, reader) => (await findStream(db, id, reader)) !== undefined)

  route(app, calls.createStream, async ({ body, user }) => {
    refuseSiteWords(settings, textsOf(body))
    await refuseLinksOfNewAccount(context, user, textsOf(body))
    const id = await addStream({ db, thumbnails }, user.id, body)
    return presentStream(presentation, await getOwnStream(db, id, user), user)
  })

  route(app, calls.getReadyStream, async ({ user }) => {
    const [streamId = null, rows] = await Promise.all([
      findReadyStreamId(db, user.id),
      listStartableStreams(db, user.id),
    ])
    return { streamId, choices: rows.map(presentChoice) }
  })

  route(app, calls.getStream, async ({ params, user }) =>
    presentStream(presentation, await getVisibleStream(db, params.id, user), user),
  )

  route(app, calls.updateStream, async ({ params, body, user, request }) => {
    const { stream } = await getOwnStream(db, params.id, user)
    const { isLive: _start, ...change } = body
    const { settings: changedSettings, ...texts } = change
    assertMayChange(request, { ...texts, isPublic: changedSettings?.isPublic })
    refuseSiteWords(settings, textsOf(change), stream)
    await refuseLinksOfNewAccount(context, user, textsOf(change))
    if (Object.keys(change).length > 0) await limits.consume(CHANGES, user.id)
    await changeStream({ ...context, thumbnails }, stream, body)
    return presentStream(presentation, await getOwnStream(db, params.id, user), user)
  })

  route(app, calls.deleteStream, async ({ params, query, user }) => {
    const { stream } = await getOwnStream(db, params.id, user)
    const deletionDb = context.deletionDb.for(user.id)
    await deleteStream(
      { ...context, thumbnails, deletionDb },
      { ...stream, withRecordings: query.recording === 'true' },
    )
    return { deleted: true } as const
  })
}

function presentChoice({ id, title, createdAt, scheduledFor }: StartableStreamRow): calls.StreamChoice {
  return {
    id,
    title,
    createdAt: createdAt.toISOString(),
    scheduledFor: scheduledFor?.toISOString() ?? null,
  }
}

/** The public texts of a stream, for watched words and links. */
const textsOf = ({ title, description }: BodyOf<typeof calls.updateStream>) => ({ title, description })

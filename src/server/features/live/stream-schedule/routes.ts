import * as z from 'zod/mini'
import { id } from '#shared/fields.ts'
import { categoriesOf } from '#shared/live/movements.ts'
import * as calls from '#shared/live/streams.ts'
import { presentStreams, streamAdditions } from '#server/features/live/streams/present-stream.ts'
import type { Mount } from '#server/feature.ts'
import { notFound } from '#server/http/errors.ts'
import { route, routeBytes } from '#server/http/route.ts'
import { getVisibleStream } from '#server/features/live/streams/access.ts'
import { setLiveVersion } from '#server/features/live/streams/live-channel.ts'
import { cursorTime, decodeCursor, paginate } from '#server/http/cursor.ts'
import { calendarOf } from './calendar.ts'
import { addReminder, removeReminder } from './set-reminder.ts'
import { listUpcoming } from './upcoming-queries.ts'

const timeCursor = z.tuple([cursorTime, id])

export const mountStreamSchedule: Mount = (app, { channels, config, db, payments, settings, service }) => {
  const additions = service(streamAdditions)
  route(app, calls.listUpcomingStreams, async ({ query, user, request, reply }) => {
    await setLiveVersion({ channels }, reply)
    const { category, userId, cursor, limit } = query
    const filter = { categories: category && categoriesOf(category), userId }
    const [time, afterId] = decodeCursor(cursor, timeCursor) ?? []
    const after = time && afterId ? { scheduledFor: new Date(time), id: afterId } : undefined
    const rows = await listUpcoming(db, user, filter, limit + 1, after)
    const page = paginate({ request, reply }, rows, limit, ({ stream }) => [
      stream.scheduledFor?.toISOString() ?? '',
      stream.id,
    ])
    return presentStreams({ db, payments, additions }, page, user)
  })

  route(app, calls.addReminder, ({ params, user }) => addReminder(db, user, params.id))

  route(app, calls.removeReminder, ({ params, user }) => removeReminder(db, user, params.id))

  routeBytes(app, calls.streamCalendar, async ({ params, user, request, reply }) => {
    const row = await getVisibleStream(db, params.id, user)
    const { scheduledFor } = row.stream
    if (!scheduledFor) throw notFound('notFound.stream')
    const site = { name: settings.get('general.siteName'), url: config.publicUrl }
    reply
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', `attachment; filename="stream-${params.id}.ics"`)
      .header('cache-control', 'no-store')
    const announced = { ...row, stream: { ...row.stream, scheduledFor } }
    return Buffer.from(calendarOf(announced, site, request.translate))
  })
}

import * as calls from '#shared/live/streams.ts'
import type { Feature } from '#server/feature.ts'
import { notFound } from '#server/http/errors.ts'
import { route, routeBytes } from '#server/http/route.ts'
import { getVisibleStream } from '#server/features/live/streams/access.ts'
import { calendarOf } from './calendar.ts'
import { addReminder, removeReminder } from './set-reminder.ts'

/** Reminders and the calendar file of an announced stream. */
export const streamSchedule: Feature = {
  name: 'stream-schedule',
  register(app, { config, db, settings }) {
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
  },
}

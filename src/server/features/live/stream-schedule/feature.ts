import { exportRows } from '#server/db/user-rows.ts'
import { defineFeature } from '#server/feature.ts'
import { streamAdditions } from '#server/features/live/streams/present-stream.ts'
import { listenToStreamsOfSchedule } from './listen.ts'
import { remindedStreams } from './reminded-streams.ts'
import { deleteRemindersOf } from './reminder-queries.ts'
import { mountStreamSchedule } from './routes.ts'
import { streamReminders } from './schema.ts'

/** The list of announced streams, and reminders and the calendar file of one. */
export const streamScheduleFeature = defineFeature({
  name: 'stream-schedule',
  routes: mountStreamSchedule,
  listen: listenToStreamsOfSchedule,
  extensions: [streamAdditions.extend(() => remindedStreams)],
  tables: [streamReminders],
  exportUser: exportRows({ reminders: streamReminders.userId }),
  deleteUser: (_context, tx, userId) => deleteRemindersOf(tx, userId),
})

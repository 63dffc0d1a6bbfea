import { exportRows } from '#server/db/user-rows.ts'
import { defineFeature } from '#server/feature.ts'
import { streamAdditions } from '#server/features/live/streams/present-stream.ts'
import { listenToStreamEnds } from './listen.ts'
import { reminderAddition } from './reminder-addition.ts'
import { deleteRemindersOf } from './reminder-queries.ts'
import { mountStreamSchedule } from './routes.ts'
import { streamReminders } from './schema.ts'

/** The list of announced streams, and reminders and the calendar file of one. */
export const streamScheduleFeature = defineFeature({
  name: 'stream-schedule',
  routes: mountStreamSchedule,
  listen: listenToStreamEnds,
  extensions: [streamAdditions.extend(() => reminderAddition)],
  tables: [streamReminders],
  exportUser: exportRows({ reminders: streamReminders.userId }),
  deleteUser: (_context, tx, userId) => deleteRemindersOf(tx, userId),
})

import { defineFeature } from '#server/feature.ts'
import { notificationSubjects } from '#server/features/notifications/notifications/notification-subject.ts'
import { notifiedAnnouncement } from './notification-queries.ts'
import { forgetLastUser } from './queries.ts'
import { mountAnnouncements } from './routes.ts'
import { announcements } from './schema.ts'
import { announcementJobHandler } from './send-job.ts'

/** Messages of admins to all members. */
export const announcementsFeature = defineFeature({
  name: 'announcements',
  routes: mountAnnouncements,
  jobs: (context) => [announcementJobHandler(context)],
  extensions: [notificationSubjects.extend(() => notifiedAnnouncement)],
  tables: [announcements],
  exportUser: { withheld: 'what the team has announced' },
  deleteUser: (_context, tx, userId) => forgetLastUser(tx, userId),
})

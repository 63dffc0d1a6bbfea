import { sql } from 'drizzle-orm'
import { defineNotificationSubject } from '#server/features/notifications/notifications/notification-subject.ts'
import type { announcements } from './schema.ts'

type NotifiedAnnouncement = Pick<typeof announcements.$inferSelect, 'title' | 'text' | 'link'>

export const notifiedAnnouncement = defineNotificationSubject({
  kind: 'announcement',
  select: (id) => sql`select title, text, link from announcements where id = ${id}`,
  present: (announcement: NotifiedAnnouncement) => ({ announcement }),
})

import { sql } from 'drizzle-orm'
import {
  type SubjectViews,
  defineNotificationSubject,
} from '#server/features/notifications/notifications/notification-subject.ts'

/** Omits the title of a private stream, unless the recipient is the streamer: only users with the link may see it. */
export const notifiedStream = defineNotificationSubject({
  kind: 'stream',
  select: (id, recipientId) => sql`
    select id, case when is_public or streamer_id = ${recipientId} then title end as title, is_live as "isLive"
    from streams where id = ${id}`,
  present: (stream: SubjectViews['stream']) => ({ stream }),
})

import { sql } from 'drizzle-orm'
import {
  type SubjectViews,
  defineNotificationSubject,
} from '#server/features/notifications/notifications/notification-subject.ts'

/** Only users with the link may see a private stream, which is without its title. */
export const notifiedStream = defineNotificationSubject({
  kind: 'stream',
  select: (id, recipientId) => sql`
    select id, case when is_public or streamer_id = ${recipientId} then title end as title, is_live as "isLive"
    from streams where id = ${id}`,
  present: (stream: SubjectViews['stream']) => ({ stream }),
})

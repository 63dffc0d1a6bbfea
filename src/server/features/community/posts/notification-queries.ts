import { sql } from 'drizzle-orm'
import { excerptOf } from '#server/features/notifications/notifications/list-queries.ts'
import {
  type Excerpt,
  defineNotificationSubject,
  presentExcerpt,
} from '#server/features/notifications/notifications/notification-subject.ts'

export const notifiedPost = defineNotificationSubject({
  kind: 'post',
  select: (id) => sql`select id, ${excerptOf(sql`content`)} as excerpt from posts where id = ${id}`,
  selectOwner: (id) => sql`select author_id from posts where id = ${id}`,
  present: (post: Excerpt) => ({ post: presentExcerpt(post) }),
})

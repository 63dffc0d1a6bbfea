import { sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import {
  type SubjectViews,
  defineNotificationSubject,
} from '#server/features/notifications/notifications/notification-subject.ts'

/** The title is null for recipients who may not see the video. */
export const notifiedVideo = defineNotificationSubject({
  kind: 'video',
  select: (id, recipientId) => sql`
    select id, case
      when creator_id = ${recipientId} or (is_published and is_public and state = 'ready') then title
    end as title from videos where id = ${id}`,
  selectOwner: (id) => sql`select creator_id from videos where id = ${id}`,
  present: (video: SubjectViews['video']) => ({ video }),
})

/**
 * Removes a video from the notifications that announce several videos with this one as the latest. The previously published
 * video becomes the latest.
 */
export async function removeFromAnnouncements(tx: Executor, videoId: string): Promise<void> {
  await tx.execute(sql`
    with locked as (
      select n.id from notifications n
      where n.subject_id = ${videoId} and n.subject_kind = 'video' and n.type = 'video' and n.videos_count > 1
      order by n.id for no key update
    ),
    earlier as (
      select v.id from videos v join videos gone on gone.id = ${videoId} and gone.creator_id = v.creator_id
      where v.id <> gone.id and v.is_published and v.is_public and v.state = 'ready'
        and v.published_at <= gone.published_at
      order by v.published_at desc, v.id desc limit 1
    )
    update notifications n set subject_id = earlier.id, videos_count = n.videos_count - 1
    from locked cross join earlier where n.id = locked.id`)
}

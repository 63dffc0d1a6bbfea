import * as z from 'zod/mini'
import * as calls from '#shared/operations/announcements.ts'
import { id } from '#shared/fields.ts'
import type { Mount } from '#server/feature.ts'
import { presentUserRef } from '#server/features/accounts/users/present-user.ts'
import type { Caller } from '#server/http/access.ts'
import { decodeCursor, paginate } from '#server/http/cursor.ts'
import { route } from '#server/http/route.ts'
import { type AnnouncementRow, countActiveUsers, getAnnouncementByKey, listAnnouncements } from './queries.ts'
import { sendAnnouncement } from './send-announcement.ts'

const cursor = z.tuple([id])

export const mountAnnouncements: Mount = (app, { db }) => {
  route(app, calls.listAnnouncements, async (call) => {
    const { limit } = call.query
    const [before] = decodeCursor(call.query.cursor, cursor) ?? []
    const rows = await listAnnouncements(db, { limit, before })
    return paginate(call, rows, limit, ({ announcement }) => [announcement.id]).map((row) =>
      presentAnnouncement(row, call.user),
    )
  })

  route(app, calls.countAnnouncementRecipients, async () => ({ count: await countActiveUsers(db) }))

  route(app, calls.sendAnnouncement, async ({ body, user, markRepeated }) => {
    const isNew = await sendAnnouncement(db, { ...body, createdBy: user.id })
    if (!isNew) markRepeated()
    return presentAnnouncement(await getAnnouncementByKey(db, body.idempotencyKey), user)
  })
}

function presentAnnouncement(
  { announcement, createdBy }: AnnouncementRow,
  requester: Caller,
): calls.Announcement {
  return {
    id: announcement.id,
    title: announcement.title,
    text: announcement.text,
    link: announcement.link,
    createdBy: createdBy && presentUserRef(createdBy, requester),
    createdAt: announcement.createdAt.toISOString(),
    recipientsCount: announcement.recipientsCount,
    sentCount: announcement.sentCount,
    finishedAt: announcement.finishedAt?.toISOString() ?? null,
  }
}

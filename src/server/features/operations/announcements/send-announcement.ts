import type { Db } from '#server/db/executor.ts'
import { recordAudit } from '#server/features/operations/audit/queries.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { countActiveUsers, insertAnnouncement } from './queries.ts'
import { sendAnnouncementJob } from './send-job.ts'

type NewAnnouncement = {
  title: string
  text: string
  link: string | null
  createdBy: string
  idempotencyKey: string
}

/** Stores an announcement, which a job then sends. Returns false if a request with this key has done so before. */
export function sendAnnouncement(db: Db, announcement: NewAnnouncement): Promise<boolean> {
  return db.transaction(async (tx) => {
    const recipientsCount = await countActiveUsers(tx)
    const id = await insertAnnouncement(tx, { ...announcement, recipientsCount })
    if (id === undefined) return false
    await enqueue(tx, sendAnnouncementJob, { announcementId: id })
    await recordAudit(tx, {
      action: 'announcement.sent',
      actorId: announcement.createdBy,
      subjectId: id,
      details: { title: announcement.title },
    })
    return true
  })
}

import type { Executor } from '#server/db/executor.ts'
import { checkSchedule } from '#server/features/live/streams/check-schedule.ts'
import { requirePro } from '#server/features/accounts/users/creator-pro.ts'
import { HttpError } from '#server/http/errors.ts'
import type { VideoRow } from '../schema.ts'

/** A video after the change, and the requested time of publication. */
type PublishAtRequest = Pick<VideoRow, 'creatorId' | 'isPublished' | 'isPublic'> & {
  /** As in the contract. */
  publishAt: string | null | undefined
  /** The time before the change. */
  previous: Date | null
}

/**
 * Returns the time at which a video will be published, null for none; the caller stores it and, if it is new, enqueues the
 * publication. Throws 403 `pro_required` and 422 as in the contract.
 */
export async function choosePublishAt(
  tx: Executor,
  { creatorId, isPublished, isPublic, publishAt, previous }: PublishAtRequest,
): Promise<Date | null> {
  const canBePublished = !isPublished && isPublic
  if (publishAt === undefined) return canBePublished ? previous : null
  if (publishAt === null) return null
  const time = new Date(publishAt)
  if (canBePublished && time.getTime() === previous?.getTime()) return previous
  await requirePro(tx, creatorId)
  if (!canBePublished) throw notPublicDraft()
  checkSchedule(time, 'publishAt')
  return time
}

function notPublicDraft(): HttpError {
  const key = 'videos.notPublicDraft'
  return new HttpError(422, 'unprocessable', key, { fields: [{ path: 'publishAt', key }] })
}

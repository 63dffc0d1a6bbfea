import { type NotificationEvent, QUIET_MS, subjectOf } from './notification-event.ts'

/** A notification as it was when its actor left it. */
export type Left = { id: string; readAt: Date | null; lastAt: Date }

/**
 * What was taken back within the quiet time, by recipient, actor and subject, the latest at the end. In memory, as what
 * rates count is: what is lost with it is one more ping.
 */
const takenBack = new Map<string, Left & { at: number }>()
/** Beyond these the oldest is forgotten: some ten megabytes, and more than hundreds of members reach with their rates. */
const MOST = 50_000

/** Notes that a like or a follow was taken back. A comment made anew says something new. */
export function recordWithdrawal(notice: NotificationEvent, left: Left): void {
  if (notice.type !== 'like' && notice.type !== 'follow') return
  const key = keyOf(notice)
  takenBack.delete(key)
  takenBack.set(key, { ...left, at: Date.now() })
  for (const [oldest, { at }] of takenBack) {
    if (takenBack.size <= MOST && isQuiet(at)) break
    takenBack.delete(oldest)
  }
}

/** The notification that this notice was in, when it was taken back a short time ago. */
export function findWithdrawn(notice: NotificationEvent): Left | undefined {
  const found = takenBack.get(keyOf(notice))
  return found && isQuiet(found.at) ? found : undefined
}

const keyOf = (notice: NotificationEvent) => [notice.userId, notice.actorId, subjectOf(notice)].join(' ')

const isQuiet = (at: number) => Date.now() - at < QUIET_MS

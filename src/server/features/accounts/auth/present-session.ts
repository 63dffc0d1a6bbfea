import type { Session } from '#shared/accounts/preferences.ts'
import type { sessions } from './schema.ts'
import { SESSION_LIFETIME_MS } from './sessions.ts'

export function presentSession(
  { sid, sess, expire }: typeof sessions.$inferSelect,
  currentSid: string,
): Session {
  return {
    id: sid,
    userAgent: sess.userAgent || null,
    createdAt: sess.createdAt ?? null,
    // Each extension sets `expire` to a full lifetime from then; it happens at most once a day.
    lastUsedAt: new Date(expire.getTime() - SESSION_LIFETIME_MS).toISOString(),
    isCurrent: sid === currentSid,
  }
}

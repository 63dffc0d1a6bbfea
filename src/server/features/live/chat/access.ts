import type { Executor } from '#server/db/executor.ts'
import { getVisibleStream } from '#server/features/live/streams/access.ts'
import type { StreamRow } from '#server/features/live/streams/schema.ts'
import { type Role, hasRole } from '#shared/roles.ts'
import type { Caller } from '#server/http/access.ts'
import { forbidden } from '#server/http/errors.ts'

/** True for a role that moderates every visible stream. */
export function isModerator(user: { role: Role }): boolean {
  return hasRole(user, 'moderator')
}

export function canModerateStream(
  { streamerId }: Pick<StreamRow, 'streamerId'>,
  user: Caller | null,
): boolean {
  return user !== null && (user.id === streamerId || isModerator(user))
}

/** Returns a stream that the user may moderate. Throws 404 if it is hidden, 403 if the user may not moderate it. */
export async function getModeratedStream(db: Executor, id: string, user: Caller): Promise<StreamRow> {
  const { stream } = await getVisibleStream(db, id, user)
  if (!canModerateStream(stream, user)) throw forbidden('errors.notModerator')
  return stream
}

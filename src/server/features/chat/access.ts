import type { Executor } from '#server/db/executor.ts'
import { getVisibleStream } from '#server/features/streams/access.ts'
import type { StreamRow } from '#server/features/streams/schema.ts'
import { type Role, hasRole } from '#shared/roles.ts'
import type { Caller } from '#server/http/access.ts'
import { forbidden } from '#server/http/errors.ts'

/** Moderates every stream that it can see. */
export function isModerator(user: { role: Role }): boolean {
  return hasRole(user, 'moderator')
}

export function mayModerate({ streamerId }: Pick<StreamRow, 'streamerId'>, user: Caller | null): boolean {
  return user !== null && (user.id === streamerId || isModerator(user))
}

/** The stream for who may moderate it; 404 when hidden, 403 for everyone else. */
export async function getModeratedStream(db: Executor, id: string, user: Caller): Promise<StreamRow> {
  const { stream } = await getVisibleStream(db, id, user)
  if (!mayModerate(stream, user)) throw forbidden('errors.notModerator')
  return stream
}

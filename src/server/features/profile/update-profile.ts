import type { ProfileChange } from '#shared/profile.ts'
import type { Db } from '#server/db/executor.ts'
import type { UserRow } from '#server/features/users/schema.ts'
import { HttpError, unauthorized } from '#server/http/errors.ts'
import { lockUser } from '#server/features/users/queries.ts'
import { isHandleTaken, updateUser } from './queries.ts'

/** Updates the current user's profile. Throws 409 at `handle` when another user has it. */
export async function updateProfile(db: Db, userId: string, change: ProfileChange): Promise<UserRow> {
  try {
    return await db.transaction(async (tx) => {
      const user = await lockUser(tx, userId)
      if (!user) throw unauthorized()
      return updateUser(tx, user, change)
    })
  } catch (error) {
    if (!isHandleTaken(error)) throw error
    throw new HttpError(409, 'handle_taken', 'errors.handleTaken', {
      fields: [{ path: 'handle', key: 'errors.handleTaken' }],
    })
  }
}

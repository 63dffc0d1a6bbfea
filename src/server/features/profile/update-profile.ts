import type { ProfileChange } from '#shared/profile.ts'
import type { Db } from '#server/db/executor.ts'
import type { UserRow } from '#server/features/users/schema.ts'
import { HttpError, unauthorized } from '#server/http/errors.ts'
import { translate } from '#server/http/translate.ts'
import { isHandleTaken, lockUser, updateUser } from './queries.ts'

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
    const message = translate('errors.handleTaken')
    throw new HttpError(409, 'handle_taken', 'errors.handleTaken', {
      fields: [{ path: 'handle', message }],
    })
  }
}

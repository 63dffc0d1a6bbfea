import type { ProfileChange } from '#shared/community/profile.ts'
import type { Context } from '#server/feature.ts'
import type { UserRow } from '#server/features/accounts/users/schema.ts'
import { refuseLinksOfNewAccount } from '#server/features/accounts/new-accounts/limit-new-account.ts'
import type { Caller } from '#server/http/access.ts'
import {
  refuseSiteWords,
  namesOf,
  type TextByField,
} from '#server/features/accounts/watched-words/refuse-words.ts'
import { HttpError, unauthorized } from '#server/http/errors.ts'
import { lockUser } from '#server/features/accounts/users/queries.ts'
import { isHandleTaken, updateUser } from './queries.ts'

/** Updates the current user's profile. Throws 409 at `handle` when another user has it, 422 `watched_word` and `new_account`. */
export async function updateProfile(
  dependencies: Pick<Context, 'db' | 'limits' | 'settings'>,
  caller: Caller,
  change: ProfileChange,
): Promise<UserRow> {
  try {
    return await dependencies.db.transaction(async (tx) => {
      const user = await lockUser(tx, caller.id)
      if (!user) throw unauthorized()
      const texts = textsOf(change)
      refuseSiteWords(
        dependencies.settings,
        { ...texts, ...namesOf({ ...user, ...change }) },
        { ...user, ...namesOf(user), bioMultilingual: Object.values(user.bioMultilingual) },
      )
      await refuseLinksOfNewAccount({ ...dependencies, db: tx }, caller, texts)
      return updateUser(tx, user, change)
    })
  } catch (error) {
    if (!isHandleTaken(error)) throw error
    throw new HttpError(409, 'handle_taken', 'errors.handleTaken', {
      fields: [{ path: 'handle', key: 'errors.handleTaken' }],
    })
  }
}

/** The free text of a profile, without the fields that are chosen from a list. */
const textsOf = ({
  bioMultilingual,
  heritageRegion: _region,
  ...texts
}: Omit<ProfileChange, 'heritageRegion'> & { heritageRegion?: unknown }): TextByField => ({
  ...texts,
  bioMultilingual: Object.values(bioMultilingual ?? {}),
})

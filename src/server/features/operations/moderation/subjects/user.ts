import { findUserById } from '#server/features/accounts/users/queries.ts'
import { displayName } from '#shared/accounts/users.ts'
import { presentUserRef } from '#server/features/accounts/users/present-user.ts'
import { EMPTY_SNAPSHOT } from '#server/features/community/held-content/empty-snapshot.ts'
import type { Subject } from './subject.ts'

/** A member's account. Moderation removes no content of it; admins deactivate it on its own page. */
export const userSubject: Subject = {
  async find(db, id) {
    const user = await findUserById(db, id)
    if (!user?.isActive) return undefined
    const { bio, profileImageUrl, createdAt } = user
    return {
      ownerId: id,
      snapshot: {
        ...EMPTY_SNAPSHOT,
        title: displayName(presentUserRef(user, null)),
        text: bio,
        mediaUrl: profileImageUrl,
        mediaType: profileImageUrl === null ? null : 'image',
        createdAt: createdAt.toISOString(),
        page: { type: 'user', id },
      },
    }
  },
  exists: async (db, id) => (await findUserById(db, id)) !== undefined,
  readContext: () => Promise.resolve([]),
}

import { id as idField } from '#shared/fields.ts'
import { displayName } from '#shared/users.ts'
import type { Executor } from '#server/db/executor.ts'
import type { Preview } from '#server/http/pages/previews.ts'
import { presentPublicUser } from './present-user.ts'
import { findUserById } from './queries.ts'

/** What is shown of a member that somebody links to, and what a news reader can follow. */
export async function userPreview(db: Executor, id: string | undefined): Promise<Preview | undefined> {
  const known = idField.safeParse(id)
  const row = known.success ? await findUserById(db, known.data) : undefined
  if (!row?.isActive) return undefined
  const user = presentPublicUser(row, null)
  const title = displayName(user)
  return {
    title,
    description: user.bio ?? '',
    image: user.profileImageUrl,
    type: 'profile',
    feed: { href: `/profile/${user.id}/rss.xml`, title },
  }
}

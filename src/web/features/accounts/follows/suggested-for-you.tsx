import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import { listSuggested, type UserSummary } from '#shared/accounts/follows.ts'
import { displayName } from '#shared/accounts/users.ts'
import { call } from '#web/api/call.ts'
import { queryClient } from '#web/api/query-client.ts'
import { LoadFailed } from '#web/ui/lists/load-failed.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { FollowButton } from './follow-button.tsx'
import { followingKey, cacheUsers } from './follow-cache.ts'
import { UserRow } from './user-row.tsx'

const MAX_SHOWN = 4

/** Suggestions of users to follow. */
export function SuggestedForYou({ className }: { className?: string }) {
  const t = useTranslations('people')
  const { users, ...query } = useSuggested()
  const title = useId()
  return (
    <section aria-labelledby={title} className={className}>
      <h2 id={title} className="mb-1 flex min-h-(--tap) items-center">
        {t('suggested')}
      </h2>
      <div>
        {users?.length === 0 ? (
          <NoSuggestions />
        ) : users ? (
          <ul>
            {users.map((user) => (
              <li key={user.id}>
                <UserRow
                  user={user}
                  action={<FollowButton userId={user.id} name={displayName(user)} size="xs" />}
                />
              </li>
            ))}
          </ul>
        ) : query.error ? (
          <LoadFailed title={t('suggestedFailed')} query={query} />
        ) : (
          <SkeletonRows />
        )}
      </div>
    </section>
  )
}

function NoSuggestions() {
  const t = useTranslations('people')
  return (
    <p className="text-small text-ink-2">
      {t.rich('suggestedEmpty', {
        discover: (chunks) => (
          <Link href="/discover" className="text-link">
            {chunks}
          </Link>
        ),
      })}
    </p>
  )
}

/** Refetched after each follow. A user just followed stays in its row until the next follow. */
function useSuggested() {
  const query = useQuery({
    queryKey: ['suggested'],
    queryFn: async ({ signal }) => {
      const users = await call(listSuggested, { query: { limit: MAX_SHOWN } }, { signal })
      cacheUsers(users)
      return users
    },
  })
  const [shown, setShown] = useState<ShownSuggestions>({
    response: undefined,
    users: [],
    followedIds: new Set(),
  })
  if (query.data && query.data !== shown.response) setShown(mergeSuggestions(shown, query.data))
  return { ...query, users: query.data && shown.users }
}

type ShownSuggestions = {
  response: readonly UserSummary[] | undefined
  users: readonly UserSummary[]
  /** Ids of those that were already followed at the last refresh. */
  followedIds: ReadonlySet<string>
}

/** Merges a new response in place: rows never move; a user no longer suggested is replaced by a new one. */
function mergeSuggestions(
  { users, followedIds }: ShownSuggestions,
  response: readonly UserSummary[],
): ShownSuggestions {
  const suggestedIds = new Set(response.map(({ id }) => id))
  const shownIds = new Set(users.map(({ id }) => id))
  const next = response.filter(({ id }) => !shownIds.has(id))
  const isFollowed = ({ id }: UserSummary) => queryClient.getQueryData(followingKey(id)) === true
  const shouldKeep = (user: UserSummary) =>
    suggestedIds.has(user.id) || (isFollowed(user) && !followedIds.has(user.id))
  const filled = users.flatMap((user) => (shouldKeep(user) ? user : next.splice(0, 1)))
  return {
    response,
    users: [...filled, ...next].slice(0, MAX_SHOWN),
    followedIds: new Set(filled.filter(isFollowed).map(({ id }) => id)),
  }
}

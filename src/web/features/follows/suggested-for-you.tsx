import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import { listSuggested, type UserSummary } from '#shared/follows.ts'
import { displayName } from '#shared/users.ts'
import { call } from '#web/api/call.ts'
import { queryClient } from '#web/api/query-client.ts'
import { LoadFailed } from '#web/lib/lists/load-failed.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { FollowButton } from './follow-button.tsx'
import { followingKey, cacheUsers } from './follow-cache.ts'
import { UserRow } from './user-row.tsx'

const SHOWN = 4

/** Whom one may want to follow. */
export function SuggestedForYou({ className }: { className?: string }) {
  const t = useTranslations('people')
  const { persons, ...query } = useSuggested()
  const title = useId()
  return (
    <section aria-labelledby={title} className={className}>
      <h2 id={title} className="mb-1 flex min-h-(--tap) items-center">
        {t('suggested')}
      </h2>
      <div>
        {persons?.length === 0 ? (
          <NobodyToSuggest />
        ) : persons ? (
          <ul>
            {persons.map((person) => (
              <li key={person.id}>
                <UserRow
                  person={person}
                  action={<FollowButton userId={person.id} name={displayName(person)} size="xs" />}
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

function NobodyToSuggest() {
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

/** Asked for again after each follow: whom one has just followed stays in its place until the next one. */
function useSuggested() {
  const query = useQuery({
    queryKey: ['suggested'],
    queryFn: async ({ signal }) => {
      const persons = await call(listSuggested, { query: { limit: SHOWN } }, { signal })
      cacheUsers(persons)
      return persons
    },
  })
  const [shown, setShown] = useState<Shown>({ answer: undefined, persons: [], followed: new Set() })
  if (query.data && query.data !== shown.answer) setShown(refreshed(shown, query.data))
  return { ...query, persons: query.data && shown.persons }
}

type Shown = {
  answer: readonly UserSummary[] | undefined
  persons: readonly UserSummary[]
  /** Those among them who were followed by then. */
  followed: ReadonlySet<string>
}

/** Nobody changes places: who is not suggested any more makes room for who is new. */
function refreshed({ persons, followed }: Shown, answer: readonly UserSummary[]): Shown {
  const suggested = new Set(answer.map(({ id }) => id))
  const shown = new Set(persons.map(({ id }) => id))
  const next = answer.filter(({ id }) => !shown.has(id))
  const isFollowed = ({ id }: UserSummary) => queryClient.getQueryData(followingKey(id)) === true
  const stays = (person: UserSummary) =>
    suggested.has(person.id) || (isFollowed(person) && !followed.has(person.id))
  const filled = persons.flatMap((person) => (stays(person) ? person : next.splice(0, 1)))
  return {
    answer,
    persons: [...filled, ...next].slice(0, SHOWN),
    followed: new Set(filled.filter(isFollowed).map(({ id }) => id)),
  }
}

import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslations } from 'use-intl/react'
import { listSuggested } from '#shared/follows.ts'
import { displayName } from '#shared/users.ts'
import { call } from '#web/api/call.ts'
import { LoadFailed } from '#web/lib/load-failed.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { FollowButton } from './follow-button.tsx'
import { keepPeople } from './keep-people.ts'
import { PersonRow } from './person-row.tsx'

const SHOWN = 4

/** Whom one may want to follow; nothing when there is nobody. Who was followed here stays until the next visit. */
export function SuggestedForYou({ className }: { className?: string }) {
  const t = useTranslations('people')
  const query = useSuggested()
  const persons = query.data
  const title = useId()
  if (persons?.length === 0) return null
  return (
    <section aria-labelledby={title} className={className}>
      <h2 id={title}>{t('suggested')}</h2>
      <div className="mt-2">
        {persons ? (
          <ul>
            {persons.map((person) => (
              <li key={person.id}>
                <PersonRow
                  person={person}
                  action={<FollowButton userId={person.id} name={displayName(person)} size="sm" />}
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

function useSuggested() {
  return useQuery({
    queryKey: ['suggested'],
    queryFn: async () => {
      const persons = await call(listSuggested, { query: { limit: SHOWN } })
      keepPeople(persons)
      return persons
    },
  })
}

import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { UserSummary } from '#shared/accounts/follows.ts'
import { COLLABORATION_TAGS, HERITAGE_REGIONS } from '#shared/accounts/heritage.ts'
import { ListFooter } from '#web/ui/lists/list-footer.tsx'
import { LoadFailed } from '#web/ui/lists/load-failed.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/input.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { type UserFilters, useFoundUsers } from './use-found-users.ts'

type UserFinderProps = {
  filters: UserFilters
  onChoose: (change: Partial<UserFilters>) => void
  /** Caches the users for the component that renders a row. */
  cacheUsers: (users: readonly UserSummary[]) => void
  renderRow: (user: UserSummary) => ReactNode
}

/** Lists users by heritage region and interest, the most followed first. */
export function UserFinder({ filters, onChoose, cacheUsers, renderRow }: UserFinderProps) {
  const t = useTranslations('discover')
  return (
    <section aria-labelledby="people">
      <h2 id="people" className="mb-2 flex min-h-(--tap) items-center md:mb-3.5">
        {t('people')}
      </h2>
      <Filters filters={filters} onChoose={onChoose} />
      <UserList filters={filters} cacheUsers={cacheUsers} renderRow={renderRow} />
    </section>
  )
}

function Filters({ filters, onChoose }: Pick<UserFinderProps, 'filters' | 'onChoose'>) {
  const t = useTranslations('discover')
  // Users can have custom tags.
  const tags = [...new Set([...COLLABORATION_TAGS, ...(filters.tag ? [filters.tag] : [])])]
  return (
    <div className="mb-5 grid gap-3 sm:max-w-[540px] sm:grid-cols-2">
      <Field label={t('region')}>
        <Choice
          value={filters.region}
          allLabel={t('anyRegion')}
          options={HERITAGE_REGIONS}
          onChoose={(region) => onChoose({ region })}
        />
      </Field>
      <Field label={t('tag')}>
        <Choice
          value={filters.tag}
          allLabel={t('anyTag')}
          options={tags}
          onChoose={(tag) => onChoose({ tag })}
        />
      </Field>
    </div>
  )
}

type ChoiceProps = {
  value: string | undefined
  allLabel: string
  options: readonly string[]
  onChoose: (value: string | undefined) => void
}

function Choice({ value, allLabel, options, onChoose }: ChoiceProps) {
  return (
    <Select value={value ?? ''} onChange={({ target }) => onChoose(target.value || undefined)}>
      <option value="">{allLabel}</option>
      {options.map((option) => (
        <option key={option} value={option}>
          {option}
        </option>
      ))}
    </Select>
  )
}

function UserList({ filters, cacheUsers, renderRow }: Omit<UserFinderProps, 'onChoose'>) {
  const t = useTranslations('discover')
  const query = useFoundUsers(filters, cacheUsers)
  const users = query.items
  if (!users) return query.error ? <LoadFailed title={t('peopleFailed')} query={query} /> : <SkeletonRows />
  if (users.length === 0)
    return (
      <EmptyState isCard family="palm" title={t('noMatchTitle')}>
        {t('noMatchText')}
      </EmptyState>
    )
  return (
    <>
      <ul className="grid gap-3 md:grid-cols-2 2xl:grid-cols-3">
        {users.map((user) => (
          <li key={user.id} className="min-w-0">
            <Card className="px-4 py-1">{renderRow(user)}</Card>
          </li>
        ))}
      </ul>
      <ListFooter query={query} failed={t('morePeopleFailed')} />
    </>
  )
}

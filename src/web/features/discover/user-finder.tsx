import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { UserSummary } from '#shared/follows.ts'
import { COLLABORATION_TAGS, HERITAGE_REGIONS } from '#shared/heritage.ts'
import { ListFooter } from '#web/lib/lists/list-footer.tsx'
import { LoadFailed } from '#web/lib/lists/load-failed.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/input.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { type UserFilters, useFoundUsers } from './use-found-users.ts'

type PeopleFinderProps = {
  asked: UserFilters
  onChoose: (change: Partial<UserFilters>) => void
  /** Puts the members where the rows look for them. */
  keep: (persons: readonly UserSummary[]) => void
  row: (person: UserSummary) => ReactNode
}

/** Members by heritage region and interest, the most followed first. */
export function UserFinder({ asked, onChoose, keep, row }: PeopleFinderProps) {
  const t = useTranslations('discover')
  return (
    <section aria-labelledby="people">
      <h2 id="people" className="mb-2 flex min-h-(--tap) items-center md:mb-3.5">
        {t('people')}
      </h2>
      <Filters asked={asked} onChoose={onChoose} />
      <People asked={asked} keep={keep} row={row} />
    </section>
  )
}

function Filters({ asked, onChoose }: Pick<PeopleFinderProps, 'asked' | 'onChoose'>) {
  const t = useTranslations('discover')
  // Members may have written a tag of their own.
  const tags = [...new Set([...COLLABORATION_TAGS, ...(asked.tag ? [asked.tag] : [])])]
  return (
    <div className="mb-5 grid gap-3 sm:max-w-[540px] sm:grid-cols-2">
      <Field label={t('region')}>
        <Choice
          value={asked.region}
          all={t('anyRegion')}
          options={HERITAGE_REGIONS}
          onChoose={(region) => onChoose({ region })}
        />
      </Field>
      <Field label={t('tag')}>
        <Choice value={asked.tag} all={t('anyTag')} options={tags} onChoose={(tag) => onChoose({ tag })} />
      </Field>
    </div>
  )
}

type ChoiceProps = {
  value: string | undefined
  all: string
  options: readonly string[]
  onChoose: (value: string | undefined) => void
}

function Choice({ value, all, options, onChoose }: ChoiceProps) {
  return (
    <Select value={value ?? ''} onChange={({ target }) => onChoose(target.value || undefined)}>
      <option value="">{all}</option>
      {options.map((option) => (
        <option key={option} value={option}>
          {option}
        </option>
      ))}
    </Select>
  )
}

function People({ asked, keep, row }: Omit<PeopleFinderProps, 'onChoose'>) {
  const t = useTranslations('discover')
  const query = useFoundUsers(asked, keep)
  const persons = query.items
  if (!persons) return query.error ? <LoadFailed title={t('peopleFailed')} query={query} /> : <SkeletonRows />
  if (persons.length === 0)
    return (
      <EmptyState isCard family="palm" title={t('nobodyTitle')}>
        {t('nobodyText')}
      </EmptyState>
    )
  return (
    <>
      <ul className="grid gap-3 md:grid-cols-2 2xl:grid-cols-3">
        {persons.map((person) => (
          <li key={person.id} className="min-w-0">
            <Card className="px-4 py-1">{row(person)}</Card>
          </li>
        ))}
      </ul>
      <ListFooter query={query} failed={t('morePeopleFailed')} />
    </>
  )
}

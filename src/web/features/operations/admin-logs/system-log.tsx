import { useTranslations } from 'use-intl/react'
import { LOG_CATEGORIES, LOG_LEVELS, type LogEntry } from '#shared/operations/admin-logs.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EntryDetails } from './entry-details.tsx'
import { EntryList } from './entry-list.tsx'
import { EntryTime } from './entry-time.tsx'
import { ChoiceField, PeriodFields, SearchField } from './filter-fields.tsx'
import { type LogsFilter, logsQuery, nameInEntries, useLogsFilter } from './filters.ts'
import { IdChip } from './id-chip.tsx'
import { LevelBadge, useLevelName } from './level-badge.tsx'
import { type Live, ListToolbar } from './list-toolbar.tsx'
import { useCategoryName } from './use-category-name.ts'
import { useSystemLog } from './use-logs.ts'
import { UserLink } from './user-link.tsx'

type Change = ReturnType<typeof useLogsFilter>[1]

const NO_FILTER = { level: '', category: '', userId: '', search: '', from: '', to: '' }

/** Events and errors of the site, the newest first. */
export function SystemLog(live: Live) {
  const t = useTranslations('adminLogs')
  const [filter, onChange] = useLogsFilter()
  const query = useSystemLog(filter, live.isLive)
  const { userId } = filter
  const isFiltered = Object.keys(logsQuery(filter)).length > 0
  return (
    <Card className="overflow-clip">
      <FilterBar filter={filter} onChange={onChange} />
      <ListToolbar
        live={live}
        isDisconnected={query.isDisconnected}
        chips={
          userId !== null && (
            <IdChip
              kind="member"
              id={userId}
              user={nameInEntries(query.items, userId)}
              onRemove={() => onChange({ userId: '' })}
            />
          )
        }
      />
      <EntryList
        query={query}
        failed={t('logsFailed')}
        empty={{ title: t('noLogsTitle'), text: t('noLogsText') }}
        onShowAll={isFiltered ? () => onChange(NO_FILTER) : undefined}
        renderEntry={(entry) => <Entry entry={entry} onChange={onChange} />}
      />
    </Card>
  )
}

function FilterBar({ filter, onChange }: { filter: LogsFilter; onChange: Change }) {
  const t = useTranslations('adminLogs')
  const levelName = useLevelName()
  const categoryName = useCategoryName()
  return (
    <search className="grid gap-3 p-4 sm:grid-cols-2 xl:grid-cols-6">
      <SearchField value={filter.search} onChange={(search) => onChange({ search })} />
      <ChoiceField
        label={t('level')}
        all={t('allLevels')}
        value={filter.level}
        options={LOG_LEVELS.map((value) => ({ value, name: levelName(value) }))}
        onChange={(level) => onChange({ level })}
      />
      <ChoiceField
        label={t('category')}
        all={t('allCategories')}
        value={filter.category}
        options={LOG_CATEGORIES.map((value) => ({ value, name: categoryName(value) }))}
        onChange={(category) => onChange({ category })}
      />
      <PeriodFields days={filter} onChange={onChange} />
    </search>
  )
}

function Entry({ entry, onChange }: { entry: LogEntry; onChange: Change }) {
  const t = useTranslations('adminLogs')
  const categoryName = useCategoryName()
  const { id, level, message, category, userId, user, metadata, createdAt } = entry
  return (
    <article className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-1.5 lg:grid-cols-[92px_176px_1fr_auto]">
      <LevelBadge level={level} />
      <EntryTime at={createdAt} />
      <p dir="auto" className="min-w-0 text-small font-[550] [overflow-wrap:anywhere] max-lg:col-span-full">
        {message}
      </p>
      <p className="min-w-0 text-meta text-ink-2 max-lg:col-span-full lg:max-w-[240px] lg:text-end">
        {categoryName(category)}
        {userId !== null && (
          <>
            {' · '}
            <UserLink user={user} />
          </>
        )}
      </p>
      <div className="min-w-0 max-lg:col-span-full lg:col-span-2 lg:col-start-3">
        <EntryDetails id={id} createdAt={createdAt} details={metadata}>
          {userId !== null && (
            <Button size="sm" onClick={() => onChange({ userId })}>
              {t('filterByMember')}
            </Button>
          )}
        </EntryDetails>
      </div>
    </article>
  )
}

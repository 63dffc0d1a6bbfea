import { useTranslations } from 'use-intl/react'
import { USERS_PAGE_SIZE } from '#shared/operations/admin-users.ts'
import { LoadFailed } from '#web/ui/lists/load-failed.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { UserCounters } from './user-counters.tsx'
import { UsersFilterBar } from './users-filter-bar.tsx'
import { type UsersFilter, useUsersFilter } from './users-filter.ts'
import { UsersTable } from './users-table.tsx'
import { useUserCounts, useUsers } from './use-users.ts'

/** All users: how many there are, and a page of those that match the search and the role. */
export function UsersPanel() {
  const [filter, setFilter] = useUsersFilter()
  return (
    <div className="grid gap-5">
      <UserCounters />
      <WaitingUsers onShow={() => setFilter({ search: '', role: null, status: 'waiting' })} />
      <Card className="overflow-clip">
        <UsersFilterBar filter={filter} onChange={setFilter} />
        <UsersPage filter={filter} onChange={setFilter} />
      </Card>
    </div>
  )
}

/** Says that new accounts await approval, if any do. */
function WaitingUsers({ onShow }: { onShow: () => void }) {
  const t = useTranslations('adminUsers')
  const count = useUserCounts().data?.waiting ?? 0
  if (count === 0) return null
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card bg-warning-soft px-4 py-3 text-small text-ink">
      {t('waitingCount', { count })}
      <Button size="sm" onClick={onShow}>
        {t('showWaiting')}
      </Button>
    </p>
  )
}

/** The page of an old link, or one whose users have been deleted. */
function NoSuchPage({ page, onChange }: { page: number } & Pick<PageProps, 'onChange'>) {
  const t = useTranslations('adminUsers')
  return (
    <EmptyState
      level={2}
      title={t('noPageTitle', { page })}
      className="border-t border-line"
      action={<Button onClick={() => onChange({ page: 1 })}>{t('firstPage')}</Button>}
    >
      {t('noPageText')}
    </EmptyState>
  )
}

type PageProps = { filter: UsersFilter; onChange: (change: Partial<UsersFilter>) => void }

function UsersPage({ filter, onChange }: PageProps) {
  const t = useTranslations('adminUsers')
  const query = useUsers(filter)
  const { data } = query
  if (!data)
    return (
      <div className="border-t border-line p-4">
        {query.error ? <LoadFailed title={t('loadFailed')} query={query} /> : <SkeletonRows />}
      </div>
    )
  const { users, total } = data
  const first = (filter.page - 1) * USERS_PAGE_SIZE + 1
  const last = first + users.length - 1
  if (users.length === 0 && total > 0) return <NoSuchPage page={filter.page} onChange={onChange} />
  if (users.length === 0)
    return (
      <EmptyState
        level={2}
        title={t('noMatchTitle')}
        className="border-t border-line"
        action={
          <Button onClick={() => onChange({ search: '', role: null, status: null })}>{t('showAll')}</Button>
        }
      >
        {t('noMatchText')}
      </EmptyState>
    )
  return (
    <div aria-busy={query.isPlaceholderData}>
      <UsersTable users={users} />
      <nav
        aria-label={t('pages')}
        className="num flex flex-wrap items-center gap-2.5 border-t border-line px-4 py-3 text-small"
      >
        <output className="me-auto text-ink-2">{t('range', { first, last, total })}</output>
        <Button size="sm" disabled={filter.page === 1} onClick={() => onChange({ page: filter.page - 1 })}>
          {t('previous')}
        </Button>
        <Button size="sm" disabled={last >= total} onClick={() => onChange({ page: filter.page + 1 })}>
          {t('next')}
        </Button>
      </nav>
    </div>
  )
}

import { useId } from 'react'
import { useTranslations } from 'use-intl/react'
import { CASE_ORDERS, type CaseState } from '#shared/operations/moderation.ts'
import { ListFooter } from '#web/ui/lists/list-footer.tsx'
import { LoadFailed } from '#web/ui/lists/load-failed.tsx'
import { useUrlFilter } from '#web/lib/navigation/use-url-filter.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Select } from '#web/ui/forms/input.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { CaseRow } from './case-row.tsx'
import { useRowFocus } from './use-row-focus.ts'
import { useCases } from './use-moderation-queue.ts'

/** The cases of a state: the newest or the most reported first. */
export function CaseList({ state }: { state: CaseState }) {
  const t = useTranslations('moderation')
  const [filter, setFilter] = useUrlFilter(['order'])
  const order = CASE_ORDERS.find((each) => each === filter.order) ?? 'newest'
  const query = useCases(state, order)
  const cases = query.items
  const { listProps, rowProps } = useRowFocus(cases)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {state !== 'closed' && <OrderSelect value={order} onChange={(value) => setFilter({ order: value })} />}
      {cases ? (
        <>
          {cases.length === 0 ? (
            <NoCases state={state} />
          ) : (
            <ul {...listProps} className="grid grid-cols-[minmax(0,1fr)] gap-3">
              {cases.map((each) => (
                <li key={each.id} {...rowProps(each.id)} className="min-w-0">
                  <CaseRow moderationCase={each} />
                </li>
              ))}
            </ul>
          )}
          <ListFooter query={query} failed={t('loadFailed')} />
        </>
      ) : query.error ? (
        <LoadFailed title={t('loadFailed')} query={query} />
      ) : (
        <SkeletonRows />
      )}
    </div>
  )
}

function OrderSelect({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const t = useTranslations('moderation')
  const id = useId()
  return (
    <div className="flex flex-wrap items-center gap-3">
      <label htmlFor={id} className="text-small font-[650]">
        {t('order')}
      </label>
      <Select
        id={id}
        value={value}
        className="w-auto"
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      >
        <option value="newest">{t('newest')}</option>
        <option value="most_reported">{t('mostReported')}</option>
      </Select>
    </div>
  )
}

function NoCases({ state }: { state: CaseState }) {
  const t = useTranslations('moderation')
  const titles = { open: t('openEmpty'), handed_over: t('handedOverEmpty'), closed: t('closedEmpty') }
  return (
    <EmptyState level={2} title={titles[state]} isCard>
      {t('emptyText')}
    </EmptyState>
  )
}

import { useTranslations } from 'use-intl/react'
import { useMoney } from '#web/features/notifications/shared/money/money.ts'
import { ListFooter } from '#web/ui/lists/list-footer.tsx'
import { LoadFailed } from '#web/ui/lists/load-failed.tsx'
import { Card } from '#web/ui/card.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { useOwed } from './use-payments.ts'
import { UserName } from './user-name.tsx'

/** The amounts that the platform owes to each creator, by the ledger; renders nothing if there are none. */
export function OwedSums() {
  const t = useTranslations('adminPayments')
  const money = useMoney()
  const query = useOwed()
  const sums = query.items
  if (!sums)
    return query.error ? <LoadFailed title={t('totalsFailed')} query={query} /> : <SkeletonRows rows={1} />
  if (sums.length === 0) return null
  return (
    <section className="grid gap-3">
      <h2>{t('totals')}</h2>
      <Card>
        <ul className="divide-y divide-line">
          {sums.map(({ creatorId, creator, amount }) => (
            <li key={creatorId} className="flex items-center justify-between gap-4 px-4 py-3 md:px-5">
              <div className="min-w-0">
                <UserName user={creator} />
                {amount.startsWith('-') && <p className="text-meta text-ink-2">{t('creatorOwesPlatform')}</p>}
              </div>
              <span className="num flex-none font-semibold">{money(amount)}</span>
            </li>
          ))}
        </ul>
      </Card>
      <ListFooter query={query} failed={t('totalsFailed')} />
    </section>
  )
}

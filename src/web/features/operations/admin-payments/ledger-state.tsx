import { CircleCheck } from '#web/ui/icons/circle-check.tsx'
import { useTranslations } from 'use-intl/react'
import { LoadFailed } from '#web/ui/lists/load-failed.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useLedgerState } from './use-payments.ts'

/** Whether the nightly check has found differences between the earnings and the ledger. */
export function LedgerState() {
  const t = useTranslations('adminPayments')
  const query = useLedgerState()
  const { data, isPending } = query
  if (isPending) return <Skeleton className="h-5 max-w-96" />
  if (!data) return <LoadFailed title={t('ledgerFailed')} query={query} />
  if (data.differences.length === 0)
    return (
      <p className="flex items-center gap-2 text-small text-ink-2">
        <CircleCheck aria-hidden className="size-5 flex-none stroke-[1.9] text-success" />
        {t('ledgerOk')}
      </p>
    )
  return (
    <Alert title={t('ledgerProblem')}>
      <ul className="grid gap-1">
        {data.differences.map(({ id, createdAt, creatorsCount }) => (
          <li key={id}>{t('ledgerEntry', { when: new Date(createdAt), count: creatorsCount })}</li>
        ))}
      </ul>
    </Alert>
  )
}

import { useFormatter, useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import type { Tip } from '#shared/money/tips.ts'
import { displayName } from '#shared/accounts/users.ts'
import { ListFooter } from '#web/ui/lists/list-footer.tsx'
import { LoadFailed } from '#web/ui/lists/load-failed.tsx'
import { PaymentAmount } from '#web/features/money/shared/payments/payment-amount.tsx'
import { SandboxNote } from '#web/features/notifications/shared/money/sandbox-note.tsx'
import { SandboxScope } from '#web/features/notifications/shared/money/sandbox-scope.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { TipsFile } from './tips-file.tsx'
import { useReceivedTips } from './use-earnings.ts'

type RecentTipsProps = {
  years: readonly number[]
  /** The page says already that no money moves. */
  hasNoteAbove: boolean
}

/** The tips to the current user, the newest first, and the file of a year. */
export function RecentTips({ years, hasNoteAbove }: RecentTipsProps) {
  const t = useTranslations('earnings')
  return (
    <section className="min-w-0 overflow-hidden rounded-card border border-line bg-surface">
      <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-3 px-4 pt-4 pb-2 md:px-5">
        <h2>{t('recent')}</h2>
        {years.length > 0 && <TipsFile years={years} />}
      </div>
      <Tips hasNoteAbove={hasNoteAbove} />
    </section>
  )
}

function Tips({ hasNoteAbove }: Pick<RecentTipsProps, 'hasNoteAbove'>) {
  const t = useTranslations('earnings')
  const query = useReceivedTips()
  const tips = query.items
  if (!tips)
    return (
      <div className="p-4 md:px-5">
        {query.error ? <LoadFailed title={t('tipsFailed')} query={query} /> : <SkeletonRows />}
      </div>
    )
  if (tips.length === 0)
    return (
      <EmptyState title={t('noTips')} family="clay" className="mt-2">
        {t('noTipsText')}
      </EmptyState>
    )
  return (
    <SandboxScope rows={tips} hasNoteAbove={hasNoteAbove} className="px-4 pb-3 md:px-5">
      <ul>
        {tips.map((tip) => (
          <TipRow key={tip.id} tip={tip} />
        ))}
      </ul>
      <ListFooter query={query} failed={t('tipsFailed')} />
    </SandboxScope>
  )
}

function TipRow({ tip }: { tip: Tip }) {
  const t = useTranslations('earnings')
  const { dateTime } = useFormatter()
  const { tipper, message, createdAt } = tip
  const name = tipper ? displayName(tipper) : t('formerMember')
  return (
    <li className="grid grid-cols-[44px_minmax(0,1fr)_auto] items-start gap-x-3.5 border-t border-line px-4 py-3.5 first:border-t-0 md:px-5">
      <Avatar seed={tipper?.id ?? tip.id} name={name} src={tipper?.profileImageUrl ?? null} decorative />
      <div className="min-w-0 text-ui">
        <p className="font-bold [overflow-wrap:anywhere]">
          {tipper ? (
            <Link href={`/profile/${tipper.id}`} className="tap-area hover:underline">
              <bdi>{name}</bdi>
            </Link>
          ) : (
            name
          )}
        </p>
        {message && (
          <p dir="auto" className="[overflow-wrap:anywhere]">
            {message}
          </p>
        )}
        <time dateTime={createdAt} className="num mt-0.5 block text-meta text-ink-3">
          {dateTime(new Date(createdAt), 'timestamp')}
        </time>
      </div>
      <PaymentAmount payment={tip} />
      {tip.isSandbox && (
        <p className="col-span-full mt-1.5 justify-self-end empty:hidden">
          <SandboxNote />
        </p>
      )}
    </li>
  )
}

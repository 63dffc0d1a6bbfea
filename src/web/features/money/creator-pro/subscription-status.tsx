import { CircleAlert } from '#web/ui/icons/circle-alert.tsx'
import { CircleCheck } from '#web/ui/icons/circle-check.tsx'
import { Clock } from '#web/ui/icons/clock.tsx'
import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl/react'
import type { CreatorPro } from '#shared/money/creator-pro.ts'
import { useCurrentUser } from '#web/api/current-user.ts'
import { useMoney } from '#web/features/notifications/shared/money/money.ts'

/** The state of the subscription in words, and what happens next. */
export function SubscriptionStatus({ state }: { state: CreatorPro }) {
  const t = useTranslations('creatorPro')
  const dateOf = useDate()
  const money = useMoney()
  const isPremium = useCurrentUser()?.isPremium
  const { status, price, renewsAt, endsAt } = state
  switch (status) {
    case 'active':
      return (
        <Status icon={<CircleCheck className="text-success" aria-hidden />} title={t('isSubscribed')}>
          {renewsAt !== null &&
            price !== null &&
            t('renews', { amount: money(price), date: dateOf(renewsAt) })}
        </Status>
      )
    case 'pending':
      return (
        <Status icon={<Clock aria-hidden />} title={t('pendingTitle')}>
          {t('pendingText')}
        </Status>
      )
    case 'grace':
      return (
        <Status icon={<CircleAlert className="text-warning" aria-hidden />} title={t('graceTitle')}>
          {endsAt !== null && t('graceText', { date: dateOf(endsAt) })} {t('howToPay')}
        </Status>
      )
    case 'suspended':
      return (
        <Status icon={<CircleAlert className="text-danger" aria-hidden />} title={t('suspendedTitle')}>
          {t('suspendedText')} {t('howToPay')}
        </Status>
      )
    case 'cancelled':
      return (
        <Status icon={<Clock aria-hidden />} title={t('cancelledTitle')}>
          {endsAt !== null && t('cancelledText', { date: dateOf(endsAt) })}
        </Status>
      )
    case 'none':
      if (isPremium)
        return (
          <Status icon={<CircleCheck className="text-success" aria-hidden />} title={t('isSubscribed')} />
        )
      return <Offer state={state} />
    default:
      return status satisfies never
  }
}

function Offer({ state: { reason } }: { state: CreatorPro }) {
  const t = useTranslations('creatorPro')
  switch (reason) {
    case null:
      return <p className="max-w-[60ch] text-body text-ink-2">{t('offerText')}</p>
    case 'payments_off':
      return (
        <Status icon={<CircleAlert aria-hidden />} title={t('paymentsOffTitle')}>
          {t('paymentsOffText')}
        </Status>
      )
    case 'plan_missing':
      return (
        <Status icon={<CircleAlert aria-hidden />} title={t('notOfferedTitle')}>
          {t('notOfferedText')}
        </Status>
      )
    case 'unavailable':
      return (
        <Status icon={<CircleAlert aria-hidden />} title={t('providerDownTitle')}>
          {t('providerDownText')}
        </Status>
      )
    default:
      return reason satisfies never
  }
}

function Status({ icon, title, children }: { icon: ReactNode; title: string; children?: ReactNode }) {
  return (
    <div className="flex gap-3 [&>svg]:mt-0.5 [&>svg]:size-5 [&>svg]:flex-none [&>svg]:stroke-[1.9]">
      {icon}
      <div className="grid min-w-0 gap-1">
        <p className="text-body font-bold">{title}</p>
        <p className="max-w-[60ch] text-body text-ink-2 empty:hidden">{children}</p>
      </div>
    </div>
  )
}

function useDate(): (time: string) => string {
  const format = useFormatter()
  return (time) => format.dateTime(new Date(time), 'longDate')
}

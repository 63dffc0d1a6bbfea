import { CalendarDays } from '#web/ui/icons/calendar-days.tsx'
import { HandCoins } from '#web/ui/icons/hand-coins.tsx'
import { Wallet } from '#web/ui/icons/wallet.tsx'
import { useTranslations } from 'use-intl/react'
import type { Earnings } from '#shared/money/tips.ts'
import { useMoney } from '#web/features/notifications/shared/money/money.ts'
import { SandboxNote } from '#web/features/notifications/shared/money/sandbox-note.tsx'
import { Stat } from '#web/ui/stat.tsx'

/** The totals of a creator, and this month against the last one. */
export function EarningsFigures({ earnings }: { earnings: Earnings }) {
  const t = useTranslations('earnings')
  const money = useMoney()
  const { totalEarnings, totalTips, currency, tipsCount, supportersCount, thisMonth, lastMonth } = earnings
  return (
    <section aria-label={t('figures')} className="grid gap-3">
      {earnings.isSandbox && (
        <p>
          <SandboxNote />
        </p>
      )}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(9rem,40%)),1fr))] gap-3 md:grid-cols-[3fr_3fr_2fr] md:gap-3.5">
        <Stat
          label={t('totalEarnings')}
          icon={<Wallet aria-hidden />}
          value={money(totalEarnings)}
          context={currency}
          className="col-span-full border-action-edge! bg-action-soft! md:col-span-1"
        />
        <Stat
          label={t('totalTips')}
          icon={<HandCoins aria-hidden />}
          value={money(totalTips)}
          context={t('totalTipsText', { tips: tipsCount, people: supportersCount })}
        />
        <Stat
          label={t('thisMonth')}
          icon={<CalendarDays aria-hidden />}
          value={money(thisMonth.amount)}
          context={t('monthText', { tips: thisMonth.tipsCount, amount: money(lastMonth.amount) })}
        />
      </div>
    </section>
  )
}

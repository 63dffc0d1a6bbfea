import { useTranslations } from 'use-intl/react'
import type { CreatorPro } from '#shared/money/creator-pro.ts'
import { useMoney } from '#web/features/notifications/shared/money/money.ts'
import { SandboxNote } from '#web/features/notifications/shared/money/sandbox-note.tsx'

/** The price of a period, where there is one. */
export function Price({
  state: { price, currency, interval, intervalCount, isSandbox },
}: {
  state: CreatorPro
}) {
  const t = useTranslations('creatorPro')
  const money = useMoney()
  if (price === null) return null
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="num font-display text-[2rem] leading-none font-extrabold">{money(price)}</span>
        <span className="text-meta font-semibold text-ink-2">{currency}</span>
        <span className="text-body text-ink-2">{t('period', { interval, count: intervalCount })}</span>
      </p>
      {isSandbox && <SandboxNote />}
    </div>
  )
}

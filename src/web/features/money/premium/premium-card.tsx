import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import { StripPattern } from '#web/ui/pattern/strip-pattern.tsx'

/** Promotes Creator Pro to users without it. */
export function PremiumCard() {
  const t = useTranslations('premium')
  return (
    <section className="overflow-hidden rounded-card bg-thread-night text-on-night dark:bg-sunken dark:shadow-[inset_0_0_0_1px_var(--line)]">
      <StripPattern seed="pro" family="promo" length={300} strip={28} pulse={14} className="h-14 w-full" />
      <div className="p-4">
        <h2 className="text-[1.1875rem]">{t('title')}</h2>
        <p className="mt-1 mb-3.5 text-small leading-normal text-on-night-2">{t('text')}</p>
        <Link
          href="/creator-pro"
          className="tap-area flex min-h-9 items-center justify-center rounded-control bg-on-night px-3.5 text-small font-[650] text-thread-night hover:bg-on-night-2"
        >
          {t('see')}
        </Link>
      </div>
    </section>
  )
}

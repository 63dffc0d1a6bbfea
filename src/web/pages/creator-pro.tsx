import { useTranslations } from 'use-intl/react'
import { Benefits } from '#web/features/money/creator-pro/benefits.tsx'
import { PaymentsList } from '#web/features/money/creator-pro/payments-list.tsx'
import { SubscriptionPanel } from '#web/features/money/creator-pro/subscription-panel.tsx'
import { linkTo } from '#web/features/operations/prose/link-to.tsx'
import { usePageTitle } from '#web/ui/pages/page-title.ts'
import { StripPattern } from '#web/ui/pattern/strip-pattern.tsx'
import { PageHeading } from '#web/ui/pages/page-heading.tsx'

/** `/creator-pro`, for signed-in users: what Creator Pro gives, and their subscription to it. */
export function CreatorProPage() {
  const t = useTranslations('creatorPro')
  usePageTitle(t('title'))
  return (
    <div className="mx-auto max-w-[960px] px-(--gutter) pt-6 pb-12 md:pt-9 md:pb-20">
      <div className="mb-6 overflow-hidden rounded-card bg-thread-night text-on-night dark:bg-sunken dark:shadow-[inset_0_0_0_1px_var(--line)]">
        <StripPattern seed="pro" family="promo" length={960} strip={48} className="h-[92px] w-full" />
        <div className="p-5 md:p-8">
          <PageHeading title={t('title')} />
          <p className="mt-2 max-w-[48ch] text-[1.1875rem] leading-normal text-on-night-2">{t('intro')}</p>
        </div>
      </div>
      <SubscriptionPanel />
      <Benefits />
      <PaymentsList />
      <section className="mt-9 grid max-w-[72ch] gap-3 text-body">
        <h2>{t('freeTitle')}</h2>
        <p>{t('freeText')}</p>
        <p>{t.rich('feedbackText', { contact: linkTo('/contact') })}</p>
      </section>
    </div>
  )
}

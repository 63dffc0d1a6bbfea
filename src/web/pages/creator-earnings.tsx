import { useTranslations } from 'use-intl/react'
import { useCurrentUser } from '#web/api/current-user.ts'
import { EarningsFigures } from '#web/features/money/earnings/earnings-figures.tsx'
import { RecentTips } from '#web/features/money/earnings/recent-tips.tsx'
import { useEarnings, useFreshEarnings } from '#web/features/money/earnings/use-earnings.ts'
import { PayoutCard } from '#web/features/money/payout/payout-card.tsx'
import { CreatorPage } from '#web/shell/creator-page.tsx'
import { LoadFailed } from '#web/ui/lists/load-failed.tsx'
import { signInUrl } from '#web/api/sign-in-url.ts'
import { usePageTitle } from '#web/ui/pages/page-title.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageSpinner, Spinner } from '#web/ui/spinner.tsx'
import { PageHeading } from '#web/ui/pages/page-heading.tsx'

const PATH = '/creator/earnings'

/** `/creator/earnings`: what a creator was tipped, and how the tips are paid out. */
export function CreatorEarningsPage() {
  const user = useCurrentUser()
  if (user === undefined) return <PageSpinner />
  return user ? <Earnings /> : <AccessDenied />
}

function AccessDenied() {
  const t = useTranslations('earnings')
  usePageTitle(t('accessDenied'))
  return (
    <div className="page pt-6 pb-10 md:py-14">
      <EmptyState
        isCard
        level={1}
        title={t('accessDenied')}
        action={
          <Button asChild variant="action">
            <a href={signInUrl(PATH)}>{t('signIn')}</a>
          </Button>
        }
        className="mx-auto max-w-[560px]"
      >
        {t('accessDeniedText')}
      </EmptyState>
    </div>
  )
}

function Earnings() {
  const t = useTranslations('earnings')
  usePageTitle(t('title'))
  useFreshEarnings()
  const query = useEarnings()
  const { data: earnings, error } = query
  return (
    <CreatorPage>
      <PageHeading title={t('title')} intro={t('intro')} className="mb-7 md:mb-9" />
      {earnings ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-7 md:gap-9">
          <EarningsFigures earnings={earnings} />
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]">
            <RecentTips years={earnings.tipYears} hasNoteAbove={earnings.isSandbox} />
            <PayoutCard />
          </div>
        </div>
      ) : error ? (
        <LoadFailed title={t('loadFailed')} query={query} />
      ) : (
        <Spinner />
      )}
    </CreatorPage>
  )
}

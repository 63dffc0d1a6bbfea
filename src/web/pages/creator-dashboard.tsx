import { Upload } from '#web/ui/icons/upload.tsx'
import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import { type CurrentUser, displayName } from '#shared/accounts/users.ts'
import { useCurrentUser } from '#web/api/current-user.ts'
import { DashboardFigures } from '#web/features/studio/creator-dashboard/dashboard-figures.tsx'
import { LatestVideo } from '#web/features/studio/creator-dashboard/latest-video.tsx'
import { QuickActions } from '#web/features/studio/creator-dashboard/quick-actions.tsx'
import { useCreatorSummary } from '#web/features/studio/creator-dashboard/use-creator-summary.ts'
import { CreatorPage } from '#web/shell/creator-page.tsx'
import { LoadFailed } from '#web/ui/lists/load-failed.tsx'
import { usePageTitle } from '#web/ui/pages/page-title.ts'
import { Button } from '#web/ui/button.tsx'
import { PageSpinner, Spinner } from '#web/ui/spinner.tsx'
import { PageHeading } from '#web/ui/pages/page-heading.tsx'

/** `/creator`, for signed-in users: figures, the latest video and the next steps. */
export function CreatorDashboardPage() {
  const t = useTranslations('creatorDashboard')
  const user = useCurrentUser()
  usePageTitle(t('title'))
  if (!user) return <PageSpinner />
  return (
    <CreatorPage>
      <div className="grid gap-x-6 gap-y-4 md:flex md:items-end md:justify-between">
        <PageHeading
          title={t.rich('welcome', { name: nameOf(user), bdi: (name) => <bdi>{name}</bdi> })}
          intro={t('intro')}
        />
        <Button asChild variant="action" className="max-md:w-full">
          <Link href="/creator/videos/upload">
            <Upload aria-hidden /> {t('upload')}
          </Link>
        </Button>
      </div>
      <Figures />
      <LatestVideo />
      <QuickActions />
    </CreatorPage>
  )
}

const nameOf = (user: CurrentUser) => user.firstName ?? displayName(user)

function Figures() {
  const t = useTranslations('creatorDashboard')
  const query = useCreatorSummary()
  return (
    <section aria-label={t('figures')} className="mt-7 grid min-h-[280px] content-start">
      {query.data ? (
        <DashboardFigures summary={query.data} />
      ) : query.error ? (
        <LoadFailed title={t('loadFailed')} query={query} />
      ) : (
        <Spinner />
      )}
    </section>
  )
}

import { Lightbulb } from '#web/ui/icons/lightbulb.tsx'
import { useTranslations } from 'use-intl/react'
import { useLocation } from 'wouter'
import { useCurrentUser } from '#web/api/current-user.ts'
import { StreamForm } from '#web/features/live/stream-form/stream-form.tsx'
import { useMediaQuery } from '#web/lib/hooks/use-media-query.ts'
import { usePageTitle } from '#web/ui/pages/page-title.ts'
import { Card } from '#web/ui/card.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { PageHeading } from '#web/ui/pages/page-heading.tsx'

/** `/stream/create`, for signed-in users. */
export function StreamCreatePage() {
  const t = useTranslations('streamForm')
  const user = useCurrentUser()
  const [, navigate] = useLocation()
  usePageTitle(t('pageTitle'))
  if (!user) return <PageSpinner />
  return (
    <div className="mx-auto grid max-w-[1200px] grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-8 px-(--gutter) pt-6 pb-10 md:pb-16 lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]">
      <PageHeading title={t('pageTitle')} className="lg:col-span-2" />
      <StreamForm
        userId={user.id}
        onCreated={(stream) => {
          navigate(`/stream/${stream.id}`)
        }}
        onCancel={() => navigate('/creator/dashboard')}
      />
      <Tips />
    </div>
  )
}

/** Collapsed below the form on phones, open beside it on wide screens. */
function Tips() {
  const t = useTranslations('streamTips')
  const isWide = useMediaQuery('(min-width: 64rem)')
  return (
    <aside className="lg:sticky lg:top-6 lg:self-start">
      <Card className="p-5">
        <details open={isWide} key={String(isWide)}>
          <summary className="-m-5 flex min-h-(--tap) cursor-pointer items-center gap-2 p-5">
            <Lightbulb aria-hidden className="size-5 flex-none stroke-[1.9] text-action-text" />
            <h2 className="font-display text-card font-bold">{t('title')}</h2>
          </summary>
          <ul className="mt-3 grid list-disc gap-2 ps-5 text-small text-ink-2">
            <li>{t('light')}</li>
            <li>{t('sound')}</li>
            <li>{t('place')}</li>
            <li>{t('tell')}</li>
          </ul>
        </details>
      </Card>
    </aside>
  )
}

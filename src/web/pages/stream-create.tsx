import { useQueryClient } from '@tanstack/react-query'
import { Lightbulb } from 'lucide-react'
import { useTranslations } from 'use-intl/react'
import { useLocation } from 'wouter'
import { useCurrentUser } from '#web/api/current-user.ts'
import { StreamForm } from '#web/features/stream-form/stream-form.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { Card } from '#web/ui/card.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'

/** `/stream/create`, for members. */
export function StreamCreatePage() {
  const t = useTranslations('streamForm')
  const user = useCurrentUser()
  const client = useQueryClient()
  const [, navigate] = useLocation()
  usePageTitle(t('pageTitle'))
  if (!user) return <PageSpinner />
  return (
    <div className="mx-auto grid max-w-[1200px] gap-x-10 gap-y-8 px-(--gutter) py-6 lg:grid-cols-[5fr_3fr]">
      <h1 tabIndex={-1} className="font-display text-title font-extrabold tracking-[-.012em] lg:col-span-2">
        {t('pageTitle')}
      </h1>
      <StreamForm
        onCreated={(stream) => {
          void client.invalidateQueries({ queryKey: ['streams'] })
          navigate(`/stream/${stream.id}`)
        }}
        onCancel={() => navigate('/creator/dashboard')}
      />
      <Tips />
    </div>
  )
}

function Tips() {
  const t = useTranslations('streamTips')
  return (
    <aside className="lg:sticky lg:top-6 lg:self-start">
      <Card className="p-5">
        <h2 className="flex items-center gap-2 text-card font-bold">
          <Lightbulb aria-hidden className="size-5 stroke-[1.9] text-action-text" /> {t('title')}
        </h2>
        <ul className="mt-3 grid list-disc gap-2 ps-5 text-small text-ink-2">
          <li>{t('light')}</li>
          <li>{t('sound')}</li>
          <li>{t('place')}</li>
          <li>{t('tell')}</li>
        </ul>
      </Card>
    </aside>
  )
}

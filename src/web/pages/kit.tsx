import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { Selvedge } from '#web/ui/pattern/cloth.tsx'
import { Badges, Buttons, Inputs } from './kit/controls.tsx'
import { Alerts, Overlays, Panels } from './kit/overlays.tsx'
import { Figures, Letters, Live, Marks, NotFound, Waiting, Weave } from './kit/pieces.tsx'

/** `/dev/kit`, in development only: every primitive in every state, to look at and to compare with the mocks. */
export function KitPage() {
  const t = useTranslations('kit')
  return (
    <>
      <Selvedge />
      <main className="mx-auto grid max-w-[1376px] gap-x-10 gap-y-[34px] px-(--gutter) pt-8 pb-12 lg:grid-cols-2">
        <h1 className="sr-only">{t('title')}</h1>
        <Part title={t('buttons')}>
          <Buttons />
        </Part>
        <Part title={t('badges')}>
          <Badges />
        </Part>
        <Part title={t('inputs')}>
          <Inputs />
        </Part>
        <Part title={t('tabs')}>
          <Panels />
        </Part>
        <Part title={t('toasts')}>
          <Alerts />
        </Part>
        <Part title={t('live')}>
          <Live />
        </Part>
        <Part title={t('waiting')}>
          <Waiting />
        </Part>
        <Part title={t('overlays')}>
          <Overlays />
        </Part>
        <Part title={t('weave')}>
          <Weave />
        </Part>
        <Part title={t('stats')}>
          <Figures />
        </Part>
        <Part title={t('letters')}>
          <Letters />
        </Part>
        <Part title={t('notFound')}>
          <NotFound />
        </Part>
        <Part title={t('marks')}>
          <Marks />
        </Part>
      </main>
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid min-w-0 content-start gap-3.5">
      <h2 className="font-text text-[1.0625rem] font-bold tracking-normal text-ink-3">{title}</h2>
      {children}
    </section>
  )
}

import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { Selvedge } from '#web/ui/pattern/cloth.tsx'
import { Badges, Buttons, Inputs } from './kit/controls.tsx'
import { Alerts, Overlays, TabPanels } from './kit/overlays.tsx'
import {
  Branding,
  EmptyStage,
  FontCoverage,
  LoadingStates,
  NotFound,
  Patterns,
  Stats,
} from './kit/content.tsx'

/** `/dev/kit`, in development only: every primitive in every state, for comparison with the mocks. */
export function KitPage() {
  const t = useTranslations('kit')
  return (
    <>
      <Selvedge />
      <main className="mx-auto grid max-w-[1376px] gap-x-10 gap-y-[34px] px-(--gutter) pt-8 pb-12 lg:grid-cols-2">
        <h1 className="sr-only">{t('title')}</h1>
        <KitSection title={t('buttons')}>
          <Buttons />
        </KitSection>
        <KitSection title={t('badges')}>
          <Badges />
        </KitSection>
        <KitSection title={t('inputs')}>
          <Inputs />
        </KitSection>
        <KitSection title={t('tabs')}>
          <TabPanels />
        </KitSection>
        <KitSection title={t('toasts')}>
          <Alerts />
        </KitSection>
        <KitSection title={t('live')}>
          <EmptyStage />
        </KitSection>
        <KitSection title={t('waiting')}>
          <LoadingStates />
        </KitSection>
        <KitSection title={t('overlays')}>
          <Overlays />
        </KitSection>
        <KitSection title={t('weave')}>
          <Patterns />
        </KitSection>
        <KitSection title={t('stats')}>
          <Stats />
        </KitSection>
        <KitSection title={t('letters')}>
          <FontCoverage />
        </KitSection>
        <KitSection title={t('notFound')}>
          <NotFound />
        </KitSection>
        <KitSection title={t('marks')}>
          <Branding />
        </KitSection>
      </main>
    </>
  )
}

function KitSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid min-w-0 content-start gap-3.5">
      <h2 className="font-text text-[1.0625rem] font-bold tracking-normal text-ink-3">{title}</h2>
      {children}
    </section>
  )
}

import { useTranslations } from 'use-intl/react'
import { Closing } from '#web/features/discovery/landing/closing.tsx'
import { FeatureCards } from '#web/features/discovery/landing/feature-cards.tsx'
import { Hero } from '#web/features/discovery/landing/hero.tsx'
import { usePageTitle } from '#web/ui/pages/page-title.ts'

/** `/` for signed-out visitors. */
export function LandingPage() {
  const t = useTranslations('landing')
  usePageTitle(t('pageTitle'))
  return (
    <>
      <Hero />
      <FeatureCards />
      <Closing />
    </>
  )
}

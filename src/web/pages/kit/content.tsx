import { Eye } from 'lucide-react'
import { useFormatter, useTranslations } from 'use-intl/react'
import { LiveBadge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Clock } from '../../ui/clock.tsx'
import { Band, Cloth } from '#web/ui/pattern/cloth.tsx'
import { Cover, OfflineCloth, ThumbnailCloth } from '#web/ui/pattern/placeholder-cloth.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ExternalLink } from '../../ui/external-link.tsx'
import { Logo } from '../../ui/logo.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Stat } from '../../ui/stat.tsx'
import { ThemeToggle } from '../../ui/theme-toggle.tsx'

export function EmptyStage() {
  const t = useTranslations('kit')
  return (
    <Card className="overflow-hidden">
      <EmptyState title={t('stage')} family="sorrel">
        {t('stageText')}
      </EmptyState>
    </Card>
  )
}

export function LoadingStates() {
  return (
    <>
      <Card className="p-[18px]">
        <SkeletonRows />
      </Card>
      <Spinner />
    </>
  )
}

export function Stats() {
  const t = useTranslations('kit')
  const format = useFormatter()
  return (
    <Stat
      label={t('totalViews')}
      icon={<Eye aria-hidden />}
      value={format.number(284906, 'count')}
      context={t('totalViewsText')}
    />
  )
}

const FAMILIES = ['indigo', 'sorrel', 'marigold', 'palm', 'clay', 'jacaranda', 'promo'] as const

export function Patterns() {
  const t = useTranslations('kit')
  const box = 'relative aspect-video overflow-hidden rounded-control'
  return (
    <>
      <Cover seed="kit" className="rounded-card" />
      <div className="grid grid-cols-2 gap-4">
        <div className={box}>
          <ThumbnailCloth seed="kit" />
          <p className="absolute inset-x-2 bottom-2 rounded-tag bg-video-plate px-2 py-1 text-small text-on-video">
            {t('thumbnail')}
          </p>
        </div>
        <div className={`${box} grid place-items-center text-on-night`}>
          <OfflineCloth className="absolute inset-0" />
          <p className="relative font-display text-[1.125rem] font-extrabold">{t('streamOffline')}</p>
          <LiveBadge live={false} className="absolute start-2 top-2" />
        </div>
      </div>
      <div className="grid grid-cols-2 gap-2">
        {FAMILIES.map((family) => (
          <Band key={family} family={family} className="h-11" />
        ))}
      </div>
      <Cloth
        seed="cloth"
        family="hero"
        run="down"
        length={300}
        strip={58}
        count={10}
        pulse={27}
        className="h-72 w-full"
      />
    </>
  )
}

export function FontCoverage() {
  const t = useTranslations('kit')
  return (
    <Card className="grid gap-2 px-5 py-[18px]">
      <p className="font-display text-[1.5rem] leading-[1.35] font-extrabold">{t('latin')}</p>
      <p className="text-card">{t('latin')}</p>
      <p lang="am">{t('amharic')}</p>
      <p lang="ar" dir="rtl">
        {t('arabic')}
      </p>
    </Card>
  )
}

export function NotFound() {
  const t = useTranslations('kit')
  return (
    <Card className="overflow-hidden">
      <EmptyState title={t('notFound')} family="marigold" level={2}>
        {t('notFoundText')}
      </EmptyState>
    </Card>
  )
}

export function Branding() {
  const t = useTranslations('kit')
  return (
    <>
      <div className="flex flex-wrap items-center gap-6">
        <Logo>{t('word')}</Logo>
        <Clock />
        <ThemeToggle />
        <ExternalLink href="https://example.org">{t('link')}</ExternalLink>
      </div>
      <Clock layout="line" />
      <div className="flex items-center gap-6 rounded-card bg-thread-night p-4 text-on-night">
        <Logo>{t('word')}</Logo>
        <ThemeToggle />
      </div>
    </>
  )
}

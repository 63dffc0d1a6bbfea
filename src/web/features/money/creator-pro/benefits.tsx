import { BadgeCheck } from '#web/ui/icons/badge-check.tsx'
import { CalendarClock } from '#web/ui/icons/calendar-clock.tsx'
import { ChartSpline } from '#web/ui/icons/chart-spline.tsx'
import { HardDrive } from '#web/ui/icons/hard-drive.tsx'
import { HeartHandshake } from '#web/ui/icons/heart-handshake.tsx'
import { Smile } from '#web/ui/icons/smile.tsx'
import { useTranslations } from 'use-intl/react'
import { limit } from '#shared/settings/limits.ts'
import { useSite } from '#web/api/site.ts'
import { useFileSize } from '#web/lib/format/use-file-size.ts'
import { Card } from '#web/ui/card.tsx'

/** What Creator Pro gives. */
export function Benefits() {
  const t = useTranslations('creatorPro')
  const site = useSite()['general.siteName']
  const fileSize = useFileSize()
  const sizes = { proSize: fileSize(limit('proStorageBytes')), size: fileSize(limit('storageBytes')) }
  const benefits = [
    { Icon: HardDrive, title: t('storageTitle', sizes), text: t('storageText', sizes) },
    { Icon: ChartSpline, title: t('analyticsTitle'), text: t('analyticsText') },
    { Icon: CalendarClock, title: t('scheduleTitle'), text: t('scheduleText') },
    { Icon: Smile, title: t('emojiTitle'), text: t('emojiText') },
    { Icon: BadgeCheck, title: t('badgeTitle'), text: t('badgeText') },
    { Icon: HeartHandshake, title: t('supportTitle'), text: t('supportText', { site }) },
  ]
  return (
    <section aria-labelledby="benefits" className="mt-9 grid gap-4">
      <h2 id="benefits">{t('benefitsTitle')}</h2>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {benefits.map(({ Icon, title, text }) => (
          <li key={title}>
            <Card className="h-full p-5">
              <Icon className="mb-3 size-6 stroke-[1.9] text-link" aria-hidden />
              <h3>{title}</h3>
              <p className="mt-1.5 text-small leading-normal text-ink-2">{text}</p>
            </Card>
          </li>
        ))}
      </ul>
    </section>
  )
}

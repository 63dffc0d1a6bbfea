import { ChartColumn } from '#web/ui/icons/chart-column.tsx'
import { ChevronRight } from '#web/ui/icons/chevron-right.tsx'
import { Clapperboard } from '#web/ui/icons/clapperboard.tsx'
import { Film } from '#web/ui/icons/film.tsx'
import { Radio } from '#web/ui/icons/radio.tsx'
import { Upload } from '#web/ui/icons/upload.tsx'
import { UserRound } from '#web/ui/icons/user-round.tsx'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'

/** Links to what a creator does next. */
export function QuickActions() {
  const t = useTranslations('creatorDashboard')
  return (
    <section className="mt-9">
      <h2 className="mb-4">{t('actions')}</h2>
      <ul className="grid gap-3 md:grid-cols-2 xl:grid-cols-3">
        <Action
          href="/creator/videos/upload"
          icon={<Upload />}
          name={t('actionUpload')}
          text={t('actionUploadText')}
        />
        <Action
          href="/creator/videos"
          icon={<Film />}
          name={t('actionVideos')}
          text={t('actionVideosText')}
        />
        <Action
          href="/creator/profile"
          icon={<UserRound />}
          name={t('actionProfile')}
          text={t('actionProfileText')}
        />
        <Action href="/creator/go-live" icon={<Radio />} name={t('actionLive')} text={t('actionLiveText')} />
        <Action
          href="/creator/analytics"
          icon={<ChartColumn />}
          name={t('actionAnalytics')}
          text={t('actionAnalyticsText')}
        />
        <Action
          href="/stream/create"
          icon={<Clapperboard />}
          name={t('actionStream')}
          text={t('actionStreamText')}
        />
      </ul>
    </section>
  )
}

type ActionProps = { href: string; icon: ReactNode; name: string; text: string }

/** A tile; the whole of it is the link. */
function Action({ href, icon, name, text }: ActionProps) {
  return (
    <li>
      <Link
        href={href}
        className="grid min-h-[76px] grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-4 rounded-card border border-line bg-surface p-4 hover:border-line-strong"
      >
        <span
          aria-hidden
          className="grid size-11 place-items-center rounded-control bg-raised [&_svg]:size-5 [&_svg]:stroke-[1.9]"
        >
          {icon}
        </span>
        <span className="min-w-0">
          <span className="block font-bold">{name}</span>
          <span className="block text-small text-ink-2">{text}</span>
        </span>
        <ChevronRight aria-hidden className="size-5 stroke-[1.9] rtl:-scale-x-100" />
      </Link>
    </li>
  )
}

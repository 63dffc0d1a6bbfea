import { ChartNoAxesColumn } from '#web/ui/icons/chart-no-axes-column.tsx'
import { Eye } from '#web/ui/icons/eye.tsx'
import { FilePen } from '#web/ui/icons/file-pen.tsx'
import { Globe } from '#web/ui/icons/globe.tsx'
import { Lock } from '#web/ui/icons/lock.tsx'
import { useFormatter, useTranslations } from 'use-intl/react'
import { Stat } from '#web/ui/stat.tsx'
import { useVideoFigures } from './use-video-figures.ts'

/** The numbers of the current user's videos and of their views. */
export function VideoStats() {
  const t = useTranslations('videos')
  const format = useFormatter()
  const figures = useVideoFigures()
  const stats = [
    { name: t('statTotal'), value: figures?.totalVideos, icon: <ChartNoAxesColumn aria-hidden /> },
    { name: t('published'), value: figures?.publishedVideos, icon: <Globe aria-hidden /> },
    { name: t('drafts'), value: figures?.draftVideos, icon: <FilePen aria-hidden /> },
    { name: t('private'), value: figures?.privateVideos, icon: <Lock aria-hidden /> },
    { name: t('statViews'), value: figures?.videoViews, icon: <Eye aria-hidden /> },
  ]
  return (
    <section
      aria-label={t('statsLabel')}
      className="mb-6 grid grid-cols-2 gap-3 md:mb-8 md:grid-cols-5 md:gap-4 [&>:last-child]:max-md:col-span-2"
    >
      {stats.map(({ name, value, icon }) => (
        <Stat
          key={name}
          label={name}
          icon={icon}
          value={value === undefined ? '–' : format.number(value, 'count')}
        />
      ))}
    </section>
  )
}

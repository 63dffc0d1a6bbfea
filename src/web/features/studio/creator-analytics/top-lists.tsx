import { useFormatter, useTranslations } from 'use-intl/react'
import { FiguresTable } from '#web/ui/charts/figures-table.tsx'
import { Link } from 'wouter'
import type { AnalyticsRange, TopStream, TopVideo } from '#shared/studio/creator-analytics.ts'
import { useWatchTime } from '#web/features/studio/shared/watch-time/watch-time.ts'

type TopVideosProps = { list: readonly TopVideo[]; range: AnalyticsRange }

/** The most viewed videos of the period, also as a file. */
export function TopVideos({ list, range }: TopVideosProps) {
  const t = useTranslations('creatorAnalytics')
  const { number } = useFormatter()
  const watchTime = useWatchTime()
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] content-start gap-3">
      <h2>{t('topVideos')}</h2>
      {list.length > 0 ? (
        <>
          <FiguresTable
            label={t('topVideos')}
            head={[t('videoTitle'), t('views'), t('watchTime')]}
            rows={list.map(({ id, title, views, watchTime: seconds }) => ({
              key: id,
              cells: [
                <TitleLink key="title" href={`/video/${id}`} title={title} />,
                number(views, 'count'),
                watchTime(seconds),
              ],
            }))}
          />
          <p>
            <a
              href={`/api/creator/analytics/series.csv?days=${range}&table=videos`}
              download
              className="tap-area text-small text-link underline"
            >
              {t('csvVideos')}
            </a>
          </p>
        </>
      ) : (
        <p className="text-ink-2">{t('topVideosEmpty')}</p>
      )}
    </section>
  )
}

/** The most viewed streams of the period. */
export function TopStreams({ list }: { list: readonly TopStream[] }) {
  const t = useTranslations('creatorAnalytics')
  const { number } = useFormatter()
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] content-start gap-3">
      <h2>{t('topStreams')}</h2>
      {list.length > 0 ? (
        <FiguresTable
          label={t('topStreams')}
          head={[t('streamTitle'), t('views'), t('peak')]}
          rows={list.map(({ id, title, views, maxViewers }) => ({
            key: id,
            cells: [
              <TitleLink key="title" href={`/stream/${id}`} title={title} />,
              number(views, 'count'),
              number(maxViewers, 'count'),
            ],
          }))}
        />
      ) : (
        <p className="text-ink-2">{t('topStreamsEmpty')}</p>
      )}
    </section>
  )
}

function TitleLink({ href, title }: { href: string; title: string }) {
  return (
    <Link href={href} className="hover:underline">
      <bdi>{title}</bdi>
    </Link>
  )
}

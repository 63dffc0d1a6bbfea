import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import type { Video } from '#shared/videos/videos.ts'
import { formatDuration } from '#web/lib/format/duration.ts'
import { useFileSize } from '#web/lib/format/use-file-size.ts'
import { Thumbnail } from '#web/ui/thumbnail.tsx'
import { UploadTime } from './upload-time.tsx'
import { VideoStateBadge } from './video-state-badge.tsx'

type VideoTableProps = { videos: readonly Video[]; actionsOf: (video: Video) => ReactNode }

/** The videos as a table; tags and dates are left out below 1280 px. */
export function VideoTable({ videos, actionsOf }: VideoTableProps) {
  const t = useTranslations('videos')
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable table must be reachable by keyboard
    <div className="overflow-x-auto" tabIndex={0}>
      <table className="w-full text-small">
        <caption className="sr-only">{t('list')}</caption>
        <thead className="bg-sunken text-meta text-ink-2">
          <tr>
            <Head>{t('video')}</Head>
            <Head>{t('state')}</Head>
            <Head isNumber>{t('duration')}</Head>
            <Head isNumber>{t('size')}</Head>
            <Head isNumber>{t('viewsTitle')}</Head>
            <Head>{t('category')}</Head>
            <Head className="max-xl:hidden">{t('uploaded')}</Head>
            <Head>
              <span className="sr-only">{t('actions')}</span>
            </Head>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {videos.map((video) => (
            <Row key={video.id} video={video} actions={actionsOf(video)} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type HeadProps = { children: ReactNode; isNumber?: boolean; className?: string }

function Head({ children, isNumber = false, className }: HeadProps) {
  return (
    <th
      scope="col"
      className={`px-3 py-2.5 font-semibold whitespace-nowrap first:ps-5 last:pe-5 ${isNumber ? 'text-end' : 'text-start'} ${className ?? ''}`}
    >
      {children}
    </th>
  )
}

function Row({ video, actions }: { video: Video; actions: ReactNode }) {
  const format = useFormatter()
  const fileSize = useFileSize()
  const { id, title, duration, viewsCount, category, createdAt, tags } = video
  return (
    <tr className="align-middle hover:bg-bg">
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- its content is the link with the title */}
      <th scope="row" className="min-w-[220px] py-3 ps-5 pe-3 text-start font-normal">
        <span className="flex items-center gap-3">
          <Link href={`/video/${id}`} aria-hidden tabIndex={-1} className="flex-none">
            <Thumbnail src={video.thumbnailUrl} seed={id} className="aspect-video w-24 xl:w-32" />
          </Link>
          <span className="min-w-0">
            <Link
              href={`/video/${id}`}
              className="line-clamp-2 font-bold [overflow-wrap:anywhere] hover:underline"
            >
              <bdi>{title}</bdi>
            </Link>
            {tags.length > 0 && (
              <span className="mt-0.5 line-clamp-1 text-meta text-ink-3 max-xl:hidden">
                {tags.join(', ')}
              </span>
            )}
          </span>
        </span>
      </th>
      <td className="px-3 py-3">
        <VideoStateBadge video={video} />
      </td>
      <td className="num px-3 py-3 text-end">{duration > 0 ? formatDuration(duration) : '–'}</td>
      <td className="num px-3 py-3 text-end whitespace-nowrap">
        {video.fileSize > 0 ? fileSize(video.fileSize) : '–'}
      </td>
      <td className="num px-3 py-3 text-end">{format.number(viewsCount, 'count')}</td>
      <td className="px-3 py-3">{category}</td>
      <td className="px-3 py-3 max-xl:hidden">
        <UploadTime at={createdAt} />
      </td>
      <td className="py-2 ps-3 pe-5">{actions}</td>
    </tr>
  )
}

import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import { type MovementOrCategory, videoCategoriesOf } from '#shared/live/movements.ts'
import { VIDEO_SORTS } from '#shared/videos/videos.ts'
import { ListFooter } from '#web/ui/lists/list-footer.tsx'
import { LoadFailed } from '#web/ui/lists/load-failed.tsx'
import { VideoGrid, VideoGridSkeleton } from '#web/features/videos/shared/cards/video-grid.tsx'
import { Select } from '#web/ui/forms/input.tsx'
import { type VideoSort, usePublicVideos, useUserVideos } from './use-video-lists.ts'

/** Public videos, of one movement or category if given. A category that videos do not have has no section. */
export function PublicVideos({ category }: { category: MovementOrCategory | undefined }) {
  return category === undefined || videoCategoriesOf(category).length > 0 ? (
    <PublicSection category={category} />
  ) : null
}

function PublicSection({ category }: { category: MovementOrCategory | undefined }) {
  const t = useTranslations('videoCards')
  const [sort, setSort] = useState<VideoSort>('newest')
  const query = usePublicVideos(category, sort)
  return (
    <VideoSection
      query={query}
      hasNames
      action={
        <Select
          aria-label={t('order')}
          value={sort}
          onChange={({ target }) => setSort(VIDEO_SORTS.find((each) => each === target.value) ?? 'newest')}
          className="w-auto!"
        >
          <option value="newest">{t('newest')}</option>
          <option value="popular">{t('popular')}</option>
        </Select>
      }
      empty={<p className="text-ink-2">{category ? t('emptyOf', { category }) : t('empty')}</p>}
    />
  )
}

/** The public videos of a user; without any, only the owner sees the section, with a link to upload one. */
export function UserVideos({ userId, isOwner }: { userId: string; isOwner: boolean }) {
  const t = useTranslations('videoCards')
  const query = useUserVideos(userId)
  if (query.items?.length === 0 && !isOwner) return null
  const own = t.rich('emptyOwn', {
    videos: (chunks) => (
      <Link href="/creator/videos" className="text-link">
        {chunks}
      </Link>
    ),
  })
  return <VideoSection query={query} empty={<p className="text-ink-2">{own}</p>} />
}

type SectionProps = {
  query: ReturnType<typeof usePublicVideos>
  hasNames?: boolean
  /** Shown beside the heading. */
  action?: ReactNode
  empty: ReactNode
}

function VideoSection({ query, hasNames = false, action, empty }: SectionProps) {
  const t = useTranslations('videoCards')
  const videos = query.items
  return (
    <section aria-labelledby="videos">
      <div className="mb-2 flex min-h-(--tap) items-center justify-between gap-4 md:mb-3.5">
        <h2 id="videos">{t('title')}</h2>
        {action}
      </div>
      {videos === undefined && !query.error && <VideoGridSkeleton />}
      {videos === undefined && query.error && <LoadFailed title={t('loadFailed')} query={query} />}
      {videos?.length === 0 && empty}
      {videos && videos.length > 0 && <VideoGrid videos={videos} hasNames={hasNames} />}
      <ListFooter query={query} failed={t('moreFailed')} />
    </section>
  )
}

import { Upload } from '#web/ui/icons/upload.tsx'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import type { Video } from '#shared/videos/videos.ts'
import { useMediaQuery } from '#web/lib/hooks/use-media-query.ts'
import { ListFooter } from '#web/ui/lists/list-footer.tsx'
import { LoadFailed } from '#web/ui/lists/load-failed.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { CreatorVideoCard } from './creator-video-card.tsx'
import { VIDEO_FILTERS, type VideoFilter, useCreatorVideos } from './use-creator-videos.ts'
import { useVideoDialogs } from './use-video-dialogs.tsx'
import { VideoActions } from './video-actions.tsx'
import { VideoTable } from './video-table.tsx'

/** The current user's videos, uploads and recordings, with a filter for published, drafts, scheduled or private. */
export function VideoList() {
  const [filter, setFilter] = useState<VideoFilter>()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Filters filter={filter} onChoose={setFilter} />
      <Videos filter={filter} />
    </div>
  )
}

type FiltersProps = { filter: VideoFilter | undefined; onChoose: (filter: VideoFilter | undefined) => void }

function Filters({ filter, onChoose }: FiltersProps) {
  const t = useTranslations('videos')
  const names = {
    published: t('published'),
    draft: t('drafts'),
    scheduled: t('scheduled'),
    private: t('private'),
  }
  return (
    <fieldset
      aria-label={t('filter')}
      className="flex min-w-0 gap-2 overflow-x-auto p-1 [scrollbar-width:none]"
    >
      {[undefined, ...VIDEO_FILTERS].map((option) => (
        <Button
          key={option ?? 'all'}
          size="sm"
          variant={option === filter ? 'on' : 'soft'}
          aria-pressed={option === filter}
          onClick={() => onChoose(option)}
        >
          {option ? names[option] : t('all')}
        </Button>
      ))}
    </fieldset>
  )
}

function Videos({ filter }: { filter: VideoFilter | undefined }) {
  const t = useTranslations('videos')
  const query = useCreatorVideos(filter)
  const { items } = query
  const { edit, confirmDeletion, dialogs } = useVideoDialogs(items)
  if (!items) return query.error ? <LoadFailed title={t('loadFailed')} query={query} /> : <SkeletonRows />
  return (
    <>
      {items.length === 0 ? (
        <Empty isFiltered={filter !== undefined} />
      ) : (
        <>
          <TableOrCards
            videos={items}
            actionsOf={(video) => (
              <VideoActions
                video={video}
                onEdit={() => edit(video)}
                onDelete={() => confirmDeletion(video)}
              />
            )}
          />
          <ListFooter query={query} failed={t('moreFailed')} />
        </>
      )}
      {dialogs}
    </>
  )
}

type TableOrCardsProps = { videos: readonly Video[]; actionsOf: (video: Video) => ReactNode }

function TableOrCards({ videos, actionsOf }: TableOrCardsProps) {
  const t = useTranslations('videos')
  const isWide = useMediaQuery('(min-width: 48rem)')
  return (
    <Card className="overflow-hidden">
      {isWide ? (
        <VideoTable videos={videos} actionsOf={actionsOf} />
      ) : (
        <ul aria-label={t('list')} className="divide-y divide-line">
          {videos.map((video) => (
            <CreatorVideoCard key={video.id} video={video} actions={actionsOf(video)} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function Empty({ isFiltered }: { isFiltered: boolean }) {
  const t = useTranslations('videos')
  if (isFiltered)
    return (
      <EmptyState level={2} family="indigo" title={t('noneTitle')} isCard>
        {t('noneText')}
      </EmptyState>
    )
  return (
    <EmptyState
      level={2}
      family="indigo"
      title={t('emptyTitle')}
      action={
        <Button asChild variant="line">
          <Link href="/creator/videos/upload">
            <Upload aria-hidden /> {t('upload')}
          </Link>
        </Button>
      }
      isCard
    >
      {t('emptyText')}
    </EmptyState>
  )
}

import { Video as VideoIcon } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import { ListFooter } from '#web/lib/lists/list-footer.tsx'
import { LoadFailed } from '#web/lib/lists/load-failed.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { VIDEO_FILTERS, type VideoFilter, useCreatorVideos } from './use-creator-videos.ts'
import { VideoRow } from './video-row.tsx'

/** The current user's videos, with a filter for published, drafts or private. */
export function VideoList() {
  const [filter, setFilter] = useState<VideoFilter>()
  return (
    <div className="grid gap-4">
      <Filters filter={filter} onChoose={setFilter} />
      <Rows filter={filter} />
    </div>
  )
}

type FiltersProps = { filter: VideoFilter | undefined; onChoose: (filter: VideoFilter | undefined) => void }

function Filters({ filter, onChoose }: FiltersProps) {
  const t = useTranslations('videos')
  const names = { published: t('published'), draft: t('drafts'), private: t('private') }
  return (
    <fieldset aria-label={t('filter')} className="flex flex-wrap gap-2">
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

function Rows({ filter }: { filter: VideoFilter | undefined }) {
  const t = useTranslations('videos')
  const query = useCreatorVideos(filter)
  const { items } = query
  if (!items) return query.error ? <LoadFailed title={t('loadFailed')} query={query} /> : <SkeletonRows />
  if (items.length === 0) return <Empty isFiltered={filter !== undefined} />
  return (
    <>
      <Card className="overflow-hidden">
        <ul aria-label={t('list')} className="divide-y divide-line">
          {items.map((video) => (
            <VideoRow key={video.id} video={video} />
          ))}
        </ul>
      </Card>
      <ListFooter query={query} failed={t('moreFailed')} />
    </>
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
        <Button asChild variant="action">
          <Link href="/creator/go-live">
            <VideoIcon aria-hidden /> {t('emptyAction')}
          </Link>
        </Button>
      }
      isCard
    >
      {t('emptyText')}
    </EmptyState>
  )
}

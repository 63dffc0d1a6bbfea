import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListFooter } from '#web/ui/lists/list-footer.tsx'
import { LoadFailed } from '#web/ui/lists/load-failed.tsx'
import { CardSkeletons, StreamListCard } from './stream-list-card.tsx'
import { useUserStreams } from './use-stream-pages.ts'

/** A user's live and past streams, newest first; the owner also sees private ones and those that have not started. */
export function StreamList({ userId, isOwner }: { userId: string; isOwner: boolean }) {
  const t = useTranslations('streams')
  const query = useUserStreams(userId)
  const streams = query.items
  if (streams === undefined) {
    return query.error ? <LoadFailed title={t('listLoadFailed')} query={query} /> : <CardSkeletons />
  }
  if (streams.length === 0) return <NoStreams isOwner={isOwner} />
  return (
    <>
      <StreamListCard streams={streams} />
      <ListFooter query={query} failed={t('moreFailed')} />
    </>
  )
}

function NoStreams({ isOwner }: { isOwner: boolean }) {
  const t = useTranslations('streams')
  const createLink = (
    <Button asChild>
      <Link href="/stream/create">{t('createStream')}</Link>
    </Button>
  )
  return (
    <EmptyState title={t('emptyTitle')} action={isOwner && createLink} isCard isPlain>
      {isOwner ? t('emptyOwn') : t('emptyOther')}
    </EmptyState>
  )
}

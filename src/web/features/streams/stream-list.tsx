import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx'
import { LoadFailed } from '#web/lib/load-failed.tsx'
import { LoadMore } from './load-more.tsx'
import { StreamRow } from './stream-row.tsx'
import { useUserStreams } from './use-stream-pages.ts'

/** A member's live and past streams, newest first; an owner sees the private ones and those still to start too. */
export function StreamList({ userId, isOwner }: { userId: string; isOwner: boolean }) {
  const t = useTranslations('streams')
  const { streams, error, isFetching, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useUserStreams(userId)
  if (streams === undefined) {
    return error ? (
      <LoadFailed
        title={t('listLoadFailed')}
        error={error}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    ) : (
      <RowSkeletons />
    )
  }
  if (streams.length === 0) return <NoStreams isOwner={isOwner} />
  return (
    <>
      <Sheet>
        {streams.map((stream) => (
          <StreamRow key={stream.id} stream={stream} />
        ))}
      </Sheet>
      {hasNextPage && <LoadMore isLoading={isFetchingNextPage} onLoad={() => void fetchNextPage()} />}
    </>
  )
}

function Sheet({ children }: { children: ReactNode }) {
  return (
    <Card className="overflow-hidden max-md:-mx-(--gutter) max-md:rounded-none max-md:border-x-0">
      <ul className="divide-y divide-line">{children}</ul>
    </Card>
  )
}

function NoStreams({ isOwner }: { isOwner: boolean }) {
  const t = useTranslations('streams')
  const create = (
    <Button asChild>
      <Link href="/stream/create">{t('createStream')}</Link>
    </Button>
  )
  return (
    <EmptyState title={t('emptyTitle')} action={isOwner && create} className="rounded-card">
      {isOwner ? t('emptyOwn') : t('emptyOther')}
    </EmptyState>
  )
}

function RowSkeletons() {
  return (
    <SkeletonGroup className="grid gap-6 py-2">
      {[0, 1, 2].map((row) => (
        <div key={row} aria-hidden className="grid grid-cols-[auto_1fr] gap-4">
          <Skeleton className="aspect-video w-32 md:w-48" />
          <span>
            <Skeleton className="my-[5px] h-3 w-[72%]" />
            <Skeleton className="my-[5px] h-3 w-[38%]" />
          </span>
        </div>
      ))}
    </SkeletonGroup>
  )
}

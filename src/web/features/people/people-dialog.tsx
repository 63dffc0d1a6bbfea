import { useTranslations } from 'use-intl/react'
import { displayName } from '#shared/users.ts'
import { LoadFailed } from '#web/lib/load-failed.tsx'
import { useNear } from '#web/lib/use-near.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { FollowButton } from './follow-button.tsx'
import { PersonRow } from './person-row.tsx'
import { type PeopleKind, useFollowPages } from './use-people.ts'

type PeopleDialogProps = {
  userId: string
  kind: PeopleKind
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Who follows a member, or whom it follows; the list goes on as one scrolls. */
export function PeopleDialog({ userId, kind, ...state }: PeopleDialogProps) {
  const t = useTranslations('people')
  return (
    <Dialog {...state} size="narrow" title={kind === 'followers' ? t('followersTitle') : t('followingTitle')}>
      <People userId={userId} kind={kind} onOpen={() => state.onOpenChange(false)} />
    </Dialog>
  )
}

type PeopleProps = Pick<PeopleDialogProps, 'userId' | 'kind'> & { onOpen: () => void }

function People({ userId, kind, onOpen }: PeopleProps) {
  const t = useTranslations('people')
  const { persons, error, isFetching, refetch, ...pages } = useFollowPages(userId, kind)
  if (!persons)
    return error ? (
      <LoadFailed
        title={t('listFailed')}
        error={error}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    ) : (
      <SkeletonRows />
    )
  if (persons.length === 0)
    return <p className="py-4 text-ink-2">{kind === 'followers' ? t('noFollowers') : t('noFollowing')}</p>
  return (
    <>
      <ul>
        {persons.map((person) => (
          <li key={person.id}>
            <PersonRow
              person={person}
              onOpen={onOpen}
              action={<FollowButton userId={person.id} name={displayName(person)} size="sm" />}
            />
          </li>
        ))}
      </ul>
      <More {...pages} />
    </>
  )
}

type MoreProps = Pick<
  ReturnType<typeof useFollowPages>,
  'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
>

function More({ hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage }: MoreProps) {
  const t = useTranslations('people')
  const isWaiting = hasNextPage && !isFetchingNextPage && !isFetchNextPageError
  const ref = useNear<HTMLDivElement>(isWaiting, () => void fetchNextPage())
  if (!hasNextPage) return null
  return (
    <div ref={ref} className="grid justify-items-center pt-3">
      <Button
        pending={isFetchingNextPage}
        pendingText={t('loadingMore')}
        onClick={() => void fetchNextPage()}
      >
        {t('loadMore')}
      </Button>
    </div>
  )
}

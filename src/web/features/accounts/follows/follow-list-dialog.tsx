import { useTranslations } from 'use-intl/react'
import { displayName } from '#shared/accounts/users.ts'
import { ListFooter } from '#web/ui/lists/list-footer.tsx'
import { LoadFailed } from '#web/ui/lists/load-failed.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { FollowButton } from './follow-button.tsx'
import { UserRow } from './user-row.tsx'
import { type FollowListKind, useFollowPages } from './use-follow-list.ts'

type FollowListDialogProps = {
  userId: string
  kind: FollowListKind
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The followers of a user, or the users they follow, as an endless list. */
export function FollowListDialog({ userId, kind, ...state }: FollowListDialogProps) {
  const t = useTranslations('people')
  return (
    <Dialog {...state} size="narrow" title={kind === 'followers' ? t('followersTitle') : t('followingTitle')}>
      <FollowList userId={userId} kind={kind} onOpen={() => state.onOpenChange(false)} />
    </Dialog>
  )
}

type FollowListProps = Pick<FollowListDialogProps, 'userId' | 'kind'> & { onOpen: () => void }

function FollowList({ userId, kind, onOpen }: FollowListProps) {
  const t = useTranslations('people')
  const query = useFollowPages(userId, kind)
  const users = query.items
  if (!users) return query.error ? <LoadFailed title={t('listFailed')} query={query} /> : <SkeletonRows />
  if (users.length === 0)
    return <p className="py-4 text-ink-2">{kind === 'followers' ? t('noFollowers') : t('noFollowing')}</p>
  return (
    <>
      <ul>
        {users.map((user) => (
          <li key={user.id}>
            <UserRow
              user={user}
              onOpen={onOpen}
              action={<FollowButton userId={user.id} name={displayName(user)} size="xs" />}
            />
          </li>
        ))}
      </ul>
      <ListFooter query={query} failed={t('listFailed')} isEndless />
    </>
  )
}

import { useTranslations } from 'use-intl/react'
import { displayName } from '#shared/users.ts'
import { ListFooter } from '#web/lib/lists/list-footer.tsx'
import { LoadFailed } from '#web/lib/lists/load-failed.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { FollowButton } from './follow-button.tsx'
import { UserRow } from './user-row.tsx'
import { type FollowListKind, useFollowPages } from './use-follow-list.ts'

type PeopleDialogProps = {
  userId: string
  kind: FollowListKind
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Who follows a member, or whom it follows; the list goes on as one scrolls. */
export function FollowListDialog({ userId, kind, ...state }: PeopleDialogProps) {
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
  const query = useFollowPages(userId, kind)
  const persons = query.items
  if (!persons) return query.error ? <LoadFailed title={t('listFailed')} query={query} /> : <SkeletonRows />
  if (persons.length === 0)
    return <p className="py-4 text-ink-2">{kind === 'followers' ? t('noFollowers') : t('noFollowing')}</p>
  return (
    <>
      <ul>
        {persons.map((person) => (
          <li key={person.id}>
            <UserRow
              person={person}
              onOpen={onOpen}
              action={<FollowButton userId={person.id} name={displayName(person)} size="xs" />}
            />
          </li>
        ))}
      </ul>
      <ListFooter query={query} failed={t('listFailed')} isEndless />
    </>
  )
}

import type { CurrentUser } from '#shared/accounts/users.ts'
import { UnreadBadge } from './features/notifications/notifications/unread-badge.tsx'
import { useOwnFollows } from '#web/features/accounts/follows/use-own-follows.ts'
import { UploadHost } from '#web/features/studio/creator-videos/uploads/upload-host.tsx'
import { openComposer } from '#web/features/community/posts/composer/composer-store.ts'
import { ComposerHost } from '#web/features/community/posts/composer/composer-host.tsx'
import { useOwnPostChanges } from '#web/features/community/posts/use-own-post-changes.ts'
import { PremiumCard } from './features/money/premium/premium-card.tsx'
import { SearchBox } from './features/discovery/search/search-box.tsx'
import { AccountMenu } from './shell/account-menu.tsx'
import { ActivityLink } from './shell/activity-link.tsx'
import { BottomNav } from './shell/bottom-nav.tsx'
import { Sidebar } from './shell/sidebar.tsx'
import { HeaderGoLive, useGoLive } from './features/live/streams/go-live-button.tsx'
import { useClearDraftsOnSignOut } from '#web/lib/storage/drafts.ts'
import { useHiddenUsersUpdates } from '#web/features/accounts/shared/hidden-users/use-hidden-users.ts'
import { useOwnAccount } from '#web/features/accounts/own-account/use-own-account.ts'

export { SearchBox as MemberSearch }

/** The actions at the end of the header. */
export function MemberActions({ user }: { user: CurrentUser }) {
  useOwnPostChanges()
  useOwnFollows(user.id)
  useOwnAccount(user.id)
  useHiddenUsersUpdates()
  useClearDraftsOnSignOut()
  return (
    <>
      <ActivityLink unread={<UnreadBadge />} />
      <HeaderGoLive />
      <AccountMenu user={user} />
      <ComposerHost user={user} />
      <UploadHost />
    </>
  )
}

export function MemberSidebar({ user }: { user: CurrentUser }) {
  return <Sidebar user={user} promo={!user.isPremium && <PremiumCard />} />
}

export function MemberBottomNav() {
  const { goLive, dialog } = useGoLive()
  return (
    <>
      <BottomNav unread={<UnreadBadge />} onShareStory={openComposer} onGoLive={goLive} />
      {dialog}
    </>
  )
}

import type { OwnUser } from '#shared/users.ts'
import { openComposer } from './features/posts/composer.ts'
import { ComposerHost } from './features/posts/composer-host.tsx'
import { AccountMenu } from './features/shell/account-menu.tsx'
import { BottomNav } from './features/shell/bottom-nav.tsx'
import { Sidebar } from './features/shell/sidebar.tsx'
import { HeaderGoLive, useGoLive } from './features/streams/go-live-button.tsx'

/** At the end of the header. */
export function MemberActions({ user }: { user: OwnUser }) {
  return (
    <>
      <HeaderGoLive userId={user.id} />
      <AccountMenu user={user} />
      <ComposerHost user={user} />
    </>
  )
}

export function MemberSidebar({ user }: { user: OwnUser }) {
  return <Sidebar user={user} promo={null} />
}

export function MemberBottomNav({ user }: { user: OwnUser }) {
  const { goLive } = useGoLive(user.id)
  return <BottomNav unread={null} onShareStory={openComposer} onGoLive={goLive} />
}

import { type ReactNode, Suspense, useSyncExternalStore } from 'react'
import type { CurrentUser } from '#shared/accounts/users.ts'
import { useCurrentUser } from './api/current-user.ts'
import { RoleBadge } from './features/accounts/shared/badges/role-badge.tsx'
import { AdminShell } from './shell/admin/admin-shell.tsx'
import { lazyPage, PageBoundary } from './shell/page-boundary.tsx'
import { useScrollRestoration } from '#web/lib/navigation/scroll-restoration.ts'
import { useCurrentLocation } from '#web/lib/navigation/use-location.ts'
import { miniPlayback } from '#web/features/media/shared/playback/mini-store.ts'
import { useClearDraftsOnSignOut } from '#web/lib/storage/drafts.ts'
import { useOwnAccount } from '#web/features/accounts/own-account/use-own-account.ts'

/** The frame of every admin page. */
export function AdminFrame({ children }: { children: ReactNode }) {
  const user = useCurrentUser()
  return user ? <AdminFrameOf user={user}>{children}</AdminFrameOf> : null
}

function AdminFrameOf({ user, children }: { user: CurrentUser; children: ReactNode }) {
  const { path } = useCurrentLocation()
  const hasMiniPlayer = useSyncExternalStore(
    miniPlayback.subscribe,
    () => miniPlayback.get().current !== null,
  )
  useScrollRestoration()
  useOwnAccount(user.id)
  useClearDraftsOnSignOut()
  return (
    <AdminShell user={user} role={<RoleBadge role={user.role} className="mt-1" />}>
      {/* The key resets the error boundary on each navigation. */}
      <PageBoundary key={path}>{children}</PageBoundary>
      {hasMiniPlayer && (
        <Suspense>
          <MiniPlayerHost />
        </Suspense>
      )}
    </AdminShell>
  )
}

const MiniPlayerHost = lazyPage(async () => (await import('./mini-player-host.tsx')).MiniPlayerHost)

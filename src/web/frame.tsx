import { Suspense } from 'react'
import type { ReactNode } from 'react'
import { useCurrentUser } from './api/current-user.ts'
import { dataPage } from './data-page.tsx'
import { Boundary } from './features/shell/boundary.tsx'
import { PageBoundary } from './features/shell/page-boundary.tsx'
import { PageFrame } from './features/shell/page-frame.tsx'
import { SiteHeader } from './features/shell/site-header.tsx'
import { useCurrentLocation } from '#web/lib/navigation/use-location.ts'
import { useScrollRestoration } from '#web/lib/navigation/scroll-restoration.ts'

/** What stands around every page, for visitors and for members. */
export function Frame({ children }: { children: ReactNode }) {
  const user = useCurrentUser()
  const { path } = useCurrentLocation()
  useScrollRestoration()
  const header = (
    <SiteHeader
      isVisitor={user === null}
      search={
        user && (
          <Part holds="size-(--tap) flex-none md:w-[440px] md:flex-[0_1_440px]">
            <MemberSearch />
          </Part>
        )
      }
      actions={
        user && (
          <Part holds="h-(--tap) w-[52px] flex-none md:w-[254px]">
            <MemberActions user={user} />
          </Part>
        )
      }
      plain={path === '/' && user === null}
    />
  )
  return (
    <PageFrame
      header={header}
      sidebar={
        user &&
        BESIDE_SIDEBAR.has(path) && (
          <Part holds="">
            <MemberSidebar user={user} />
          </Part>
        )
      }
      bottomNav={
        user &&
        !/^\/stream(-old)?\//.test(path) && (
          <Part holds="">
            <MemberBottomNav />
          </Part>
        )
      }
    >
      {/* The key gives each address a boundary of its own: a page that failed does not stay when one goes on. */}
      <PageBoundary key={path}>{children}</PageBoundary>
    </PageFrame>
  )
}

/** Where members wander; forms and stages have the width to themselves. */
const BESIDE_SIDEBAR = new Set([
  '/',
  '/discover',
  '/search',
  '/circle',
  '/treasured',
  '/journey',
  '/activity',
  '/preferences',
])

/** Members' parts come after the page, as visitors have no use for their code; their place is held. */
function Part({ holds, children }: { holds: string; children: ReactNode }) {
  return (
    <Boundary fallback={() => null}>
      <Suspense fallback={<span className={holds} />}>{children}</Suspense>
    </Boundary>
  )
}

const MemberSearch = dataPage(async () => (await import('./member-frame.tsx')).MemberSearch)
const MemberActions = dataPage(async () => (await import('./member-frame.tsx')).MemberActions)
const MemberSidebar = dataPage(async () => (await import('./member-frame.tsx')).MemberSidebar)
const MemberBottomNav = dataPage(async () => (await import('./member-frame.tsx')).MemberBottomNav)

import { type ReactNode, Suspense, useSyncExternalStore } from 'react'
import { useCurrentUser } from './api/current-user.ts'
import { useHasMail } from './api/site.ts'
import { dataPage } from './data-page.tsx'
import { useHasVerifyBanner } from './features/accounts/auth/verify-reminder.ts'
import { Boundary } from './shell/boundary.tsx'
import { lazyPage, PageBoundary } from './shell/page-boundary.tsx'
import { PageFrame } from './shell/page-frame.tsx'
import { SiteHeader } from './shell/site-header.tsx'
import { miniPlayback } from '#web/features/media/shared/playback/mini-store.ts'
import { useCurrentLocation } from '#web/lib/navigation/use-location.ts'
import { useScrollRestoration } from '#web/lib/navigation/scroll-restoration.ts'

/** The frame of every page: header, sidebar and bottom navigation. */
export function Frame({ children }: { children: ReactNode }) {
  const user = useCurrentUser()
  const { path } = useCurrentLocation()
  const isWithoutFooter = PATHS_WITHOUT_FOOTER.test(path)
  const hasMail = useHasMail()
  const hasMiniPlayer = useSyncExternalStore(miniPlayback.subscribe, hasMini)
  const hasVerifyBanner = useHasVerifyBanner(user?.id, path)
  const isWatchPage = WATCH_PATH.test(path)
  useScrollRestoration()
  const header = (
    <SiteHeader
      isVisitor={user === null}
      search={
        user && (
          <LazyPart placeholderClass="size-(--tap) flex-none md:w-[440px] md:flex-[0_1_440px]">
            <MemberSearch />
          </LazyPart>
        )
      }
      actions={
        user && (
          <LazyPart placeholderClass="h-(--tap) w-[52px] flex-none md:w-[254px]">
            <MemberActions user={user} />
          </LazyPart>
        )
      }
      links={
        isWithoutFooter && (
          <LazyPart placeholderClass="size-(--tap) flex-none">
            <SiteLinksButton />
          </LazyPart>
        )
      }
      plain={path === '/' && user === null}
    />
  )
  return (
    <PageFrame
      header={header}
      footer={isWithoutFooter ? 'none' : user ? 'short' : 'whole'}
      banner={
        hasMail &&
        hasVerifyBanner &&
        user?.emailVerifiedAt === null && (
          <LazyPart placeholderClass="">
            <VerifyBanner userId={user.id} email={user.email} />
          </LazyPart>
        )
      }
      sidebar={
        user &&
        PATHS_WITH_SIDEBAR.has(path) && (
          <LazyPart placeholderClass="">
            <MemberSidebar user={user} />
          </LazyPart>
        )
      }
      isWatchPage={isWatchPage}
      bottomNav={
        user &&
        !isWatchPage &&
        !/^\/stream(-old)?\//.test(path) && (
          <LazyPart placeholderClass="">
            <MemberBottomNav />
          </LazyPart>
        )
      }
    >
      {/* The key resets the error boundary on each navigation. */}
      <PageBoundary key={path}>{children}</PageBoundary>
      {hasMiniPlayer && (
        <LazyPart placeholderClass="">
          <MiniPlayerHost />
        </LazyPart>
      )}
    </PageFrame>
  )
}

/** The page of a stream or a video, and the studio. */
const WATCH_PATH = /^\/((stream|video)\/(?!create$)[^/]+|stream\/[^/]+\/broadcast)$/

/** Pages for browsing; forms and players use the full width. */
const PATHS_WITH_SIDEBAR = new Set([
  '/',
  '/discover',
  '/search',
  '/circle',
  '/treasured',
  '/journey',
  '/activity',
  '/preferences',
])

/** Players and the studio; the menus have the links of the footer. */
const PATHS_WITHOUT_FOOTER = /^\/(stream|stream-old|video|creator)(\/|$)/

/** A part that is loaded after the page; `placeholderClass` reserves its space. */
function LazyPart({ placeholderClass, children }: { placeholderClass: string; children: ReactNode }) {
  return (
    <Boundary fallback={() => null}>
      <Suspense fallback={<span className={placeholderClass} />}>{children}</Suspense>
    </Boundary>
  )
}

const hasMini = () => miniPlayback.get().current !== null

const MiniPlayerHost = lazyPage(async () => (await import('./mini-player-host.tsx')).MiniPlayerHost)
const SiteLinksButton = lazyPage(async () => (await import('./shell/site-links-button.tsx')).SiteLinksButton)
const MemberSearch = dataPage(async () => (await import('./member-frame.tsx')).MemberSearch)
const MemberActions = dataPage(async () => (await import('./member-frame.tsx')).MemberActions)
const VerifyBanner = dataPage(
  async () => (await import('./features/accounts/auth/verify-banner.tsx')).VerifyBanner,
)
const MemberSidebar = dataPage(async () => (await import('./member-frame.tsx')).MemberSidebar)
const MemberBottomNav = dataPage(async () => (await import('./member-frame.tsx')).MemberBottomNav)

import { Redirect, Route, Router as Routing, Switch } from 'wouter'
import { REDIRECTS } from '#shared/pages.ts'
import { useCurrentUser } from './api/current-user.ts'
import { MembersOnly } from './features/auth/members-only.tsx'
import { lazyPage, PageBoundary } from './features/shell/page-boundary.tsx'
import { PageFrame } from './features/shell/page-frame.tsx'
import { SiteHeader } from './features/shell/site-header.tsx'
import { HeaderGoLive } from './features/streams/go-live-button.tsx'
import { useAppLocation, useAppSearch, usePlace } from './lib/place.ts'
import { useScrollRestoration } from './lib/scroll-restoration.ts'
import { PageSpinner } from './ui/spinner.tsx'

/** Every address of the site; a page's code is fetched when it is first opened. */
export function Router() {
  return (
    <Routing hook={useAppLocation} searchHook={useAppSearch}>
      <Switch>
        {import.meta.env.DEV && <Route path="/dev/kit" component={KitPage} />}
        <Route component={Site} />
      </Switch>
    </Routing>
  )
}

function Site() {
  const user = useCurrentUser()
  const { path } = usePlace()
  useScrollRestoration()
  const header = (
    <SiteHeader
      user={user}
      goLive={user && <HeaderGoLive userId={user.id} />}
      plain={path === '/' && user === null}
    />
  )
  return (
    <PageFrame header={header}>
      {/* The key gives each address a boundary of its own: a page that failed does not stay when one goes on. */}
      <PageBoundary key={path}>
        <Pages />
      </PageBoundary>
    </PageFrame>
  )
}

function Pages() {
  return (
    <Switch>
      <Route path="/" component={RootPage} />
      <Route path="/auth/login" component={LoginPage} />
      <Route path="/discover" component={DiscoverPage} />
      <Route path="/stream/create">
        <MembersOnly>
          <StreamCreatePage />
        </MembersOnly>
      </Route>
      <Route path="/stream/:streamId">{({ streamId }) => <StreamPage streamId={streamId} />}</Route>
      <Route path="/stream/:streamId/broadcast">
        {({ streamId }) => <StreamBroadcastPage streamId={streamId} />}
      </Route>
      <Route path="/profile">
        <MembersOnly>
          <OwnProfilePage />
        </MembersOnly>
      </Route>
      <Route path="/profile/:userId">{({ userId }) => <ProfilePage userId={userId} />}</Route>
      {Object.entries(REDIRECTS).map(([from, to]) => (
        <Route key={from} path={from}>
          <Redirect to={to} replace />
        </Route>
      ))}
      <Route component={NotFoundPage} />
    </Switch>
  )
}

/** Members and visitors have different first pages at one address. */
function RootPage() {
  const user = useCurrentUser()
  if (user === undefined) return <PageSpinner />
  return user ? <HomePage /> : <LandingPage />
}

const LandingPage = lazyPage(async () => (await import('./pages/landing.tsx')).LandingPage)
const HomePage = lazyPage(async () => (await import('./pages/home.tsx')).HomePage)
const LoginPage = lazyPage(async () => (await import('./pages/login.tsx')).LoginPage)
const DiscoverPage = lazyPage(async () => (await import('./pages/discover.tsx')).DiscoverPage)
const StreamCreatePage = lazyPage(async () => (await import('./pages/stream-create.tsx')).StreamCreatePage)
const StreamPage = lazyPage(async () => (await import('./pages/stream.tsx')).StreamPage)
const StreamBroadcastPage = lazyPage(
  async () => (await import('./pages/stream-broadcast.tsx')).StreamBroadcastPage,
)
const OwnProfilePage = lazyPage(async () => (await import('./pages/profile.tsx')).OwnProfilePage)
const ProfilePage = lazyPage(async () => (await import('./pages/profile.tsx')).ProfilePage)
const NotFoundPage = lazyPage(async () => (await import('./pages/not-found.tsx')).NotFoundPage)
const KitPage = lazyPage(async () => (await import('./pages/kit.tsx')).KitPage)

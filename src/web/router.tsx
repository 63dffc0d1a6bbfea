import type { ReactNode } from 'react'
import { Redirect, Route, Router as Routing, Switch } from 'wouter'
import { PAGES, REDIRECTS } from '#shared/pages.ts'
import { type Role, hasRole } from '#shared/roles.ts'
import { isKnownVisitor, useCurrentUser } from './api/current-user.ts'
import { dataPage } from './data-page.tsx'
import { MembersOnly } from './features/accounts/auth/members-only.tsx'
import { PageBoundary, lazyPage } from './shell/page-boundary.tsx'
import { Frame } from './frame.tsx'
import { useAppLocation, useAppSearch } from '#web/lib/navigation/use-location.ts'
import { PageSpinner } from './ui/spinner.tsx'

/** All routes of the site; the code of a page is loaded when it is first opened. */
export function Router() {
  return (
    <Routing hook={useAppLocation} searchHook={useAppSearch}>
      <Switch>
        <Route path="/embed/*">
          <PageBoundary>
            <Pages />
          </PageBoundary>
        </Route>
        <Route path="/admin/*?">
          <ForRole minimum="admin">
            <AdminRouter />
          </ForRole>
        </Route>
        <Route path="/moderation/*?">
          <ForRole minimum="moderator">
            <AdminRouter />
          </ForRole>
        </Route>
        <Route>
          <Frame>
            <Pages />
          </Frame>
        </Route>
      </Switch>
    </Routing>
  )
}

/** Loads the code of the most visited first page in parallel with the texts, instead of after them. */
export function preloadRootPage(): void {
  if (location.pathname !== '/') return
  const load = isKnownVisitor() ? loadLandingPage : loadHomePage
  load().catch(() => {})
}

async function loadLandingPage() {
  return (await import('./pages/landing.tsx')).LandingPage
}

async function loadHomePage() {
  return (await import('./pages/home.tsx')).HomePage
}

function Pages() {
  return (
    <Switch>
      {PAGES.map(({ path, access }) => (
        <Route key={path} path={path}>
          {(params) =>
            access === 'anyone' ? (
              PAGE_BY_PATH[path](params)
            ) : (
              <MembersOnly>{PAGE_BY_PATH[path](params)}</MembersOnly>
            )
          }
        </Route>
      ))}
      {Object.entries(REDIRECTS).map(([from, to]) => (
        <Route key={from} path={from}>
          <Redirect to={to} replace />
        </Route>
      ))}
      <Route component={NotFoundPage} />
    </Switch>
  )
}

/** The page of each path of the contract; a missing one does not compile. */
const PAGE_BY_PATH: Record<
  (typeof PAGES)[number]['path'],
  (params: Record<string, string | undefined>) => ReactNode
> = {
  '/': () => <RootPage />,
  '/auth/login': () => <LoginPage />,
  '/auth/forgot': () => <ForgotPasswordPage />,
  '/auth/reset': () => <ResetPasswordPage />,
  '/auth/verify': () => <VerifyEmailPage />,
  '/contact': () => <ContactPage />,
  '/about': () => <AboutPage />,
  '/privacy': () => <PrivacyPage />,
  '/terms': () => <TermsPage />,
  '/community': () => <CommunityPage />,
  '/creator-pro': () => <CreatorProPage />,
  '/discover': () => <DiscoverPage />,
  '/search': () => <SearchPage />,
  '/stream/create': () => <StreamCreatePage />,
  '/stream/:streamId': ({ streamId = '' }) => <StreamPage streamId={streamId} />,
  '/stream-old/:streamId': ({ streamId = '' }) => <StreamOldPage streamId={streamId} />,
  '/stream/:streamId/broadcast': ({ streamId = '' }) => <StreamBroadcastPage streamId={streamId} />,
  '/activity': () => <ActivityPage />,
  '/preferences': () => <PreferencesPage />,
  '/decisions/:decisionId': ({ decisionId = '' }) => <DecisionPage decisionId={decisionId} />,
  '/profile': () => <OwnProfilePage />,
  '/profile-settings': () => <ProfileSettingsPage />,
  '/creator': () => <CreatorDashboardPage />,
  '/creator/analytics': () => <CreatorAnalyticsPage />,
  '/creator/earnings': () => <CreatorEarningsPage />,
  '/creator/videos': () => <CreatorVideosPage />,
  '/creator/videos/upload': () => <CreatorVideoUploadPage />,
  '/video/:videoId': ({ videoId = '' }) => <VideoPage videoId={videoId} />,
  '/creator/profile': () => <CreatorProfilePage />,
  '/creator/go-live': () => <CreatorGoLivePage />,
  '/profile/:userId': ({ userId = '' }) => <ProfilePage userId={userId} />,
  '/post/:postId': ({ postId = '' }) => <PostPage postId={postId} />,
  '/circle': () => <CirclePage />,
  '/treasured': () => <TreasuredPage />,
  '/journey': () => <JourneyPage />,
  '/embed/:videoId': ({ videoId = '' }) => <EmbedPage videoId={videoId} />,
  '/embed/stream/:streamId': ({ streamId = '' }) => <EmbedStreamPage streamId={streamId} />,
}

/** Pages with a frame of their own, whose code only users with the role load; for everyone else they do not exist. */
function ForRole({ minimum, children }: { minimum: Role; children: ReactNode }) {
  const user = useCurrentUser()
  if (hasRole(user, minimum)) return <PageBoundary>{children}</PageBoundary>
  return <Frame>{user === undefined ? <PageSpinner /> : <NotFoundPage />}</Frame>
}

/** The home page for users, the landing page for visitors. */
function RootPage() {
  const user = useCurrentUser()
  if (user === undefined) return <PageSpinner />
  return user ? <HomePage /> : <LandingPage />
}

const LandingPage = lazyPage(loadLandingPage)
const NotFoundPage = lazyPage(async () => (await import('./pages/not-found.tsx')).NotFoundPage)
const AboutPage = lazyPage(async () => (await import('./pages/about.tsx')).AboutPage)
const PrivacyPage = lazyPage(async () => (await import('./pages/privacy.tsx')).PrivacyPage)
const TermsPage = lazyPage(async () => (await import('./pages/terms.tsx')).TermsPage)
const DecisionPage = dataPage(async () => (await import('./pages/decision.tsx')).DecisionPage)
const CommunityPage = dataPage(async () => (await import('./pages/community.tsx')).CommunityPage)

const HomePage = dataPage(loadHomePage)
const LoginPage = dataPage(async () => (await import('./pages/login.tsx')).LoginPage)
const ForgotPasswordPage = dataPage(
  async () => (await import('./pages/forgot-password.tsx')).ForgotPasswordPage,
)
const ResetPasswordPage = dataPage(async () => (await import('./pages/reset-password.tsx')).ResetPasswordPage)
const VerifyEmailPage = dataPage(async () => (await import('./pages/verify-email.tsx')).VerifyEmailPage)
const ContactPage = dataPage(async () => (await import('./pages/contact.tsx')).ContactPage)
const CreatorProPage = dataPage(async () => (await import('./pages/creator-pro.tsx')).CreatorProPage)
const DiscoverPage = dataPage(async () => (await import('./pages/discover.tsx')).DiscoverPage)
const SearchPage = dataPage(async () => (await import('./pages/search.tsx')).SearchPage)
const StreamCreatePage = dataPage(async () => (await import('./pages/stream-create.tsx')).StreamCreatePage)
const StreamPage = dataPage(async () => (await import('./pages/stream.tsx')).StreamPage)
const StreamOldPage = dataPage(async () => (await import('./pages/stream-old.tsx')).StreamOldPage)
const StreamBroadcastPage = dataPage(
  async () => (await import('./pages/stream-broadcast.tsx')).StreamBroadcastPage,
)
const CreatorGoLivePage = dataPage(
  async () => (await import('./pages/creator-go-live.tsx')).CreatorGoLivePage,
)
const ActivityPage = dataPage(async () => (await import('./pages/activity.tsx')).ActivityPage)
const PreferencesPage = dataPage(async () => (await import('./pages/preferences.tsx')).PreferencesPage)
const ProfileSettingsPage = dataPage(
  async () => (await import('./pages/profile-settings.tsx')).ProfileSettingsPage,
)
const CreatorDashboardPage = dataPage(
  async () => (await import('./pages/creator-dashboard.tsx')).CreatorDashboardPage,
)
const CreatorAnalyticsPage = dataPage(
  async () => (await import('./pages/creator-analytics.tsx')).CreatorAnalyticsPage,
)
const CreatorEarningsPage = dataPage(
  async () => (await import('./pages/creator-earnings.tsx')).CreatorEarningsPage,
)
const CreatorProfilePage = dataPage(
  async () => (await import('./pages/creator-profile.tsx')).CreatorProfilePage,
)
const CreatorVideosPage = dataPage(async () => (await import('./pages/creator-videos.tsx')).CreatorVideosPage)
const CreatorVideoUploadPage = dataPage(
  async () => (await import('./pages/creator-video-upload.tsx')).CreatorVideoUploadPage,
)
const VideoPage = dataPage(async () => (await import('./pages/video.tsx')).VideoPage)
const OwnProfilePage = dataPage(async () => (await import('./pages/profile.tsx')).CurrentUserProfilePage)
const ProfilePage = dataPage(async () => (await import('./pages/profile.tsx')).ProfilePage)
const PostPage = dataPage(async () => (await import('./pages/post.tsx')).PostPage)
const CirclePage = dataPage(async () => (await import('./pages/circle.tsx')).CirclePage)
const TreasuredPage = dataPage(async () => (await import('./pages/treasured.tsx')).TreasuredPage)
const JourneyPage = dataPage(async () => (await import('./pages/journey.tsx')).JourneyPage)
const EmbedPage = dataPage(async () => (await import('./pages/embed.tsx')).EmbedPage)
const AdminRouter = dataPage(async () => (await import('./admin-router.tsx')).AdminRouter)
const EmbedStreamPage = dataPage(async () => (await import('./pages/embed-stream.tsx')).EmbedStreamPage)

import type { ReactNode } from 'react'
import { Route, Switch } from 'wouter'
import { ROLE_PAGES } from '#shared/role-pages.ts'
import { AdminFrame } from './admin-frame.tsx'
import { lazyPage } from './shell/page-boundary.tsx'

/** The routes of the admin side, for admins; those of moderation are for moderators as well. */
export function AdminRouter() {
  return (
    <AdminFrame>
      <Switch>
        {ROLE_PAGES.map(({ path }) => (
          <Route key={path} path={path}>
            {(params) => PAGE_BY_PATH[path](params)}
          </Route>
        ))}
        <Route component={NotFoundPage} />
      </Switch>
    </AdminFrame>
  )
}

/** The page of each path of the contract; a missing one does not compile. */
const PAGE_BY_PATH: Record<
  (typeof ROLE_PAGES)[number]['path'],
  (params: Record<string, string | undefined>) => ReactNode
> = {
  '/admin': () => <AdminDashboardPage />,
  '/admin/analytics': () => <AdminAnalyticsPage />,
  '/admin/announcements': () => <AdminAnnouncementsPage />,
  '/admin/contact': () => <AdminContactPage />,
  '/admin/live': () => <AdminLivePage />,
  '/admin/logs': () => <AdminLogsPage />,
  '/admin/media': () => <AdminMediaPage />,
  '/admin/payments': () => <AdminPaymentsPage />,
  '/admin/settings': () => <AdminSettingsPage />,
  '/admin/settings/branding': () => <AdminBrandingPage />,
  '/admin/users': () => <AdminUsersPage />,
  '/admin/users/invitations': () => <AdminInvitationsPage />,
  '/admin/users/:userId': ({ userId = '' }) => <AdminUserPage userId={userId} />,
  '/moderation': () => <ModerationPage />,
  '/moderation/reports/:caseId': ({ caseId = '' }) => <ModerationCasePage caseId={caseId} />,
}

const NotFoundPage = lazyPage(async () => (await import('./pages/not-found.tsx')).NotFoundPage)
const AdminDashboardPage = lazyPage(
  async () => (await import('./pages/admin-dashboard.tsx')).AdminDashboardPage,
)
const AdminAnalyticsPage = lazyPage(
  async () => (await import('./pages/admin-analytics.tsx')).AdminAnalyticsPage,
)
const AdminAnnouncementsPage = lazyPage(
  async () => (await import('./pages/admin-announcements.tsx')).AdminAnnouncementsPage,
)
const AdminContactPage = lazyPage(async () => (await import('./pages/admin-contact.tsx')).AdminContactPage)
const AdminLivePage = lazyPage(async () => (await import('./pages/admin-live.tsx')).AdminLivePage)
const AdminLogsPage = lazyPage(async () => (await import('./pages/admin-logs.tsx')).AdminLogsPage)
const AdminMediaPage = lazyPage(async () => (await import('./pages/admin-media.tsx')).AdminMediaPage)
const ModerationPage = lazyPage(async () => (await import('./pages/moderation.tsx')).ModerationPage)
const ModerationCasePage = lazyPage(
  async () => (await import('./pages/moderation-case.tsx')).ModerationCasePage,
)
const AdminPaymentsPage = lazyPage(async () => (await import('./pages/admin-payments.tsx')).AdminPaymentsPage)
const AdminSettingsPage = lazyPage(async () => (await import('./pages/admin-settings.tsx')).AdminSettingsPage)
const AdminUsersPage = lazyPage(async () => (await import('./pages/admin-users.tsx')).AdminUsersPage)
const AdminUserPage = lazyPage(async () => (await import('./pages/admin-user.tsx')).AdminUserPage)
const AdminBrandingPage = lazyPage(async () => (await import('./pages/admin-branding.tsx')).AdminBrandingPage)
const AdminInvitationsPage = lazyPage(
  async () => (await import('./pages/admin-invitations.tsx')).AdminInvitationsPage,
)

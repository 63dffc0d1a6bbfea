import type { Role } from './roles.ts'

/**
 * The pages for a role and those above it: the 404 page for everyone else, signed in or not. They are separate from
 * `PAGES`, so that the site's script of members does not contain them.
 */
export const ROLE_PAGES = [
  { path: '/admin', access: 'admin' },
  { path: '/admin/analytics', access: 'admin' },
  { path: '/admin/announcements', access: 'admin' },
  { path: '/admin/contact', access: 'admin' },
  { path: '/admin/live', access: 'admin' },
  { path: '/admin/logs', access: 'admin' },
  { path: '/admin/media', access: 'admin' },
  { path: '/admin/payments', access: 'admin' },
  { path: '/admin/settings', access: 'admin' },
  { path: '/admin/settings/branding', access: 'admin' },
  { path: '/admin/users', access: 'admin' },
  { path: '/admin/users/invitations', access: 'admin' },
  { path: '/admin/users/:userId', access: 'admin' },
  { path: '/moderation', access: 'moderator' },
  { path: '/moderation/reports/:caseId', access: 'moderator' },
] as const satisfies readonly { path: `/${string}`; access: Exclude<Role, 'user'> }[]

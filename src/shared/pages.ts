import type { Access } from './endpoint.ts'

/**
 * Every address that answers with a page, and what a signed-out visitor gets there:
 * the page itself ('anyone'), or sign-in first ('member'). A role's page is the 404 page for everyone without the role.
 * Other addresses are the 404 page.
 */
export const PAGES = [
  { path: '/', access: 'anyone' },
  { path: '/auth/login', access: 'anyone' },
  { path: '/contact', access: 'anyone' },
  { path: '/about', access: 'anyone' },
  { path: '/privacy', access: 'anyone' },
  { path: '/terms', access: 'anyone' },
  { path: '/community', access: 'anyone' },
  { path: '/creator-pro', access: 'member' },
  { path: '/discover', access: 'anyone' },
  { path: '/search', access: 'anyone' },
  { path: '/stream/create', access: 'member' },
  { path: '/stream/:streamId', access: 'anyone' },
  { path: '/stream-old/:streamId', access: 'anyone' },
  // Shows its own 'Access Denied' to whoever may not broadcast.
  { path: '/stream/:streamId/broadcast', access: 'anyone' },
  { path: '/activity', access: 'member' },
  { path: '/preferences', access: 'member' },
  { path: '/profile', access: 'member' },
  { path: '/profile-settings', access: 'member' },
  { path: '/creator/profile', access: 'member' },
  { path: '/creator/videos', access: 'member' },
  { path: '/video/:videoId', access: 'anyone' },
  { path: '/creator/go-live', access: 'member' },
  { path: '/profile/:userId', access: 'anyone' },
  { path: '/post/:postId', access: 'anyone' },
  { path: '/circle', access: 'member' },
  { path: '/treasured', access: 'member' },
  { path: '/journey', access: 'member' },
  { path: '/admin/live', access: 'admin' },
] as const satisfies readonly { path: `/${string}`; access: Access }[]

/** Addresses that lead elsewhere until their own page exists. */
export const REDIRECTS = { '/creator': '/creator/profile', '/creator/dashboard': '/creator/profile' } as const

/**
 * The path of every page for visitors and members, and its result for a visitor: the page itself ('anyone'), or a redirect
 * to sign-in ('member'). `ROLE_PAGES` has those for a role; any other path is the 404 page.
 */
export const PAGES = [
  { path: '/', access: 'anyone' },
  { path: '/auth/login', access: 'anyone' },
  { path: '/auth/forgot', access: 'anyone' },
  { path: '/auth/reset', access: 'anyone' },
  { path: '/auth/verify', access: 'anyone' },
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
  // Shows its own 'Access Denied' to users who may not broadcast.
  { path: '/stream/:streamId/broadcast', access: 'anyone' },
  { path: '/activity', access: 'member' },
  { path: '/preferences', access: 'member' },
  { path: '/decisions/:decisionId', access: 'member' },
  { path: '/profile', access: 'member' },
  { path: '/profile-settings', access: 'member' },
  { path: '/creator', access: 'member' },
  { path: '/creator/analytics', access: 'member' },
  // Shows its own 'Access Denied' to visitors.
  { path: '/creator/earnings', access: 'anyone' },
  { path: '/creator/profile', access: 'member' },
  { path: '/creator/videos', access: 'member' },
  { path: '/creator/videos/upload', access: 'member' },
  { path: '/video/:videoId', access: 'anyone' },
  { path: '/creator/go-live', access: 'member' },
  { path: '/profile/:userId', access: 'anyone' },
  { path: '/post/:postId', access: 'anyone' },
  { path: '/circle', access: 'member' },
  { path: '/treasured', access: 'member' },
  { path: '/journey', access: 'member' },
  { path: '/embed/:videoId', access: 'anyone' },
  { path: '/embed/stream/:streamId', access: 'anyone' },
] as const satisfies readonly { path: `/${string}`; access: 'anyone' | 'member' }[]

/** Whether a path is that of a page for the frames of other sites: a player alone, for visitors. */
export const isEmbed = (path: string): boolean => path.startsWith('/embed/')

/** Other paths of a page. */
export const REDIRECTS = { '/creator/dashboard': '/creator' } as const

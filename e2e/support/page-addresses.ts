import { PAGES } from '../../src/shared/pages.ts'

type Ids = { userId: string; streamId: string; postId: string }
type Visit = { path: string; address: string; isForMembers: boolean }

/** What to open for each page of the site. */
export function everyPage(ids: Ids): Visit[] {
  return PAGES.map(({ path }) => ({
    path,
    address: fill(path, ids),
    // Signing in is no page for members.
    isForMembers: path !== '/auth/login',
  }))
}

function fill(path: string, ids: Ids): string {
  // A video takes a recording, which has a story of its own: here nobody's.
  const known = { ...ids, videoId: ids.streamId }
  const address = Object.entries(known).reduce((filled, [name, id]) => filled.replace(`:${name}`, id), path)
  if (address.includes(':')) throw new Error(`Say in e2e/support/page-addresses.ts what to open for ${path}.`)
  return address
}

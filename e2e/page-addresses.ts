import { PAGES } from '#shared/pages.ts'

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
  const address = Object.entries(ids).reduce((filled, [name, id]) => filled.replace(`:${name}`, id), path)
  if (address.includes(':')) throw new Error(`Say in e2e/page-addresses.ts what to open for ${path}.`)
  return address
}

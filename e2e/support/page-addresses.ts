import { PAGES } from '../../src/shared/pages.ts'

type Ids = { userId: string; streamId: string; postId: string }
type Visit = { path: string; address: string; isForMembers: boolean }

/** The path to open for each page of the site, with its parameters filled in. */
export function pagesToVisit(ids: Ids): Visit[] {
  return PAGES.map(({ path }) => ({
    path,
    address: fillParams(path, ids),
    // Signed-in users are redirected from the sign-in page.
    isForMembers: path !== '/auth/login',
  }))
}

function fillParams(path: string, ids: Ids): string {
  // No video exists here: making one needs a recording, which recording.spec.ts covers.
  const params = { ...ids, videoId: ids.streamId }
  const address = Object.entries(params).reduce((filled, [name, id]) => filled.replace(`:${name}`, id), path)
  if (address.includes(':')) throw new Error(`Say in e2e/support/page-addresses.ts what to open for ${path}.`)
  return address
}

import { expect, type Page } from '@playwright/test'
import { PAGES, isEmbed } from '../../src/shared/pages.ts'

type Ids = { userId: string; streamId: string; postId: string }
type Visit = { path: string; address: string; isForMembers: boolean }

/** The path to open for each page of the site, with its parameters filled in. */
export function pagesToVisit(ids: Ids): Visit[] {
  // Frames of other sites have no header; video-discovery.spec.ts covers them.
  const pages = PAGES.filter(({ path }) => !isEmbed(path))
  return pages.map(({ path }) => ({
    path,
    address: fillParams(path, ids),
    // Signed-in users are redirected from the sign-in page.
    isForMembers: path !== '/auth/login',
  }))
}

function fillParams(path: string, ids: Ids): string {
  // No video exists here: making one needs a recording, which recording.spec.ts covers. moderation.spec.ts has a decision.
  const params = { ...ids, videoId: ids.streamId, decisionId: ids.streamId }
  const address = Object.entries(params).reduce((filled, [name, id]) => filled.replace(`:${name}`, id), path)
  if (address.includes(':')) throw new Error(`Say in e2e/support/page-addresses.ts what to open for ${path}.`)
  return address
}

/**
 * Goes to an entry of the history, as back and forward do, with the focus on a link in the header; the heading of the
 * page must get the focus. Loading a document for each page would take longer than the checks.
 */
export async function navigateByKeyboard(page: Page, address: string): Promise<void> {
  await page.getByRole('link', { name: 'Skip to the content' }).focus()
  // After a key the browser shows focus rings.
  await page.keyboard.press('Tab')
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, address)
  await expect(page.getByRole('heading', { level: 1 }), `the heading of ${address}`).toBeFocused()
}

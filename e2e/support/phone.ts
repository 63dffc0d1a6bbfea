import type { Browser, Page } from '@playwright/test'
import type { AppUnderTest } from './app-under-test.ts'
import type { Member } from './users.ts'

export const PHONE = { width: 390, height: 844 }

/** Opens a page on a phone that is held upright, signed in as the member. */
export async function openOnPhone(browser: Browser, app: AppUnderTest, member?: Member): Promise<Page> {
  const context = await browser.newContext({
    baseURL: app.url,
    viewport: PHONE,
    isMobile: true,
    hasTouch: true,
    ...(member && { storageState: await member.context.storageState() }),
  })
  return context.newPage()
}

import { test as base, type Browser, type BrowserContext } from '@playwright/test'
import type { AppUnderTest } from './app-under-test.ts'
import { type AppEnv, Apps } from './apps.ts'
import type { SignedUp } from '../../src/server/testing/user-actions.ts'
import { type Member, signUp } from './users.ts'
import { scaled } from '../../scripts/test/machine-limits.ts'

export { expect } from '@playwright/test'
export { createPost, createStream, type Member, fetchStream, signUp } from './users.ts'
export { axeCheck, checkAndPhotograph, photograph, photographWindow } from './page-checks.ts'

type Tests = {
  /** Configures the app for the tests of a file or a group: `test.use({ appEnv: { LIVE_GRACE_SECONDS: '5' } })`. */
  appEnv: AppEnv
  /** The built app; tests of one worker with the same configuration share it. */
  app: AppUnderTest
  /** The first account of the app, which is its super_admin. */
  admin: SignedUp
  /** A signed-in user with a separate browser context. */
  member: Member
  /** A second signed-in user: one acts, the other sees the effect. */
  secondMember: Member
  /** Fails a test whose pages threw, attaches the log of the app to a failed test, and closes leftover contexts. */
  pageErrors: void
}

export const test = base.extend<Tests, { apps: Apps }>({
  apps: [
    async ({ playwright }, use) => {
      const apps = new Apps(playwright.request)
      await use(apps)
      await apps.close()
    },
    { scope: 'worker' },
  ],

  appEnv: [{}, { option: true }],
  // Starting the app does not count towards the timeout of the test.
  app: [
    async ({ apps, appEnv }, use) => use((await apps.getOrStart(appEnv)).app),
    { timeout: scaled(120_000) },
  ],
  admin: async ({ apps, appEnv }, use) => use((await apps.getOrStart(appEnv)).admin),
  baseURL: async ({ app }, use) => use(app.url),

  member: async ({ browser, pageErrors: _pageErrors }, use) => withMember(browser, use),
  secondMember: async ({ browser, pageErrors: _pageErrors }, use) => withMember(browser, use),

  pageErrors: [
    async ({ app, browser, baseURL: _baseURL }, use, testInfo) => {
      const logStart = app.log.length
      const thrown = new Set<string>()
      const onContext = (context: BrowserContext) =>
        context.on('weberror', (error) => thrown.add(firstLines(error.error())))
      browser.on('context', onContext)
      await use()
      browser.off('context', onContext)
      for (const context of browser.contexts()) await context.close()
      if (testInfo.status !== testInfo.expectedStatus || thrown.size > 0)
        await testInfo.attach('app.log', { body: app.log.slice(logStart), contentType: 'text/plain' })
      if (thrown.size > 0) throw new Error(`A page threw:\n${[...thrown].join('\n')}`)
    },
    { auto: true },
  ],
})

async function withMember(browser: Browser, use: (member: Member) => Promise<void>): Promise<void> {
  const context = await browser.newContext()
  const signedUp = await signUp(context)
  await use({ ...signedUp, context, page: await context.newPage() })
  await context.close()
}

/** The error and the top of its stack; the rest is the framework's. */
function firstLines(error: Error): string {
  return (error.stack ?? String(error)).split('\n').slice(0, 6).join('\n')
}

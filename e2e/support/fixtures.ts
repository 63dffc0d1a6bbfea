import { test as base, type Browser, type BrowserContext } from '@playwright/test'
import type { AppUnderTest } from './app-under-test.ts'
import { type AppEnv, Apps } from './apps.ts'
import type { SignedUp } from '../../src/server/testing/member-verbs.ts'
import { type Member, signUp } from './users.ts'

export { expect } from '@playwright/test'
export { createPost, createStream, type Member, readStream, signUp } from './users.ts'
export { axeCheck, darkContrastCheck, look, photograph, photographWindow } from './page-checks.ts'

type Tests = {
  /** Configures the app for the tests of a file or a group: `test.use({ appEnv: { LIVE_GRACE_SECONDS: '5' } })`. */
  appEnv: AppEnv
  /** The built app; tests of one worker that ask for the same configuration share it. */
  app: AppUnderTest
  /** Its first account, which is its super_admin. */
  admin: SignedUp
  /** A signed-in member with a browser context of its own. */
  member: Member
  /** Another one: one acts, the other sees. */
  secondMember: Member
  /** Fails a test whose pages threw, attaches what the app printed when a test fails, closes what it left open. */
  watch: void
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
  // A start is no part of the test's own time.
  app: [async ({ apps, appEnv }, use) => use((await apps.configured(appEnv)).app), { timeout: 120_000 }],
  admin: async ({ apps, appEnv }, use) => use((await apps.configured(appEnv)).admin),
  baseURL: async ({ app }, use) => use(app.url),

  member: async ({ browser, watch: _listening }, use) => withMember(browser, use),
  secondMember: async ({ browser, watch: _listening }, use) => withMember(browser, use),

  watch: [
    async ({ app, browser, baseURL: _known }, use, testInfo) => {
      const from = app.log.length
      const thrown = new Set<string>()
      const listen = (context: BrowserContext) =>
        context.on('weberror', (error) => thrown.add(firstLines(error.error())))
      browser.on('context', listen)
      await use()
      browser.off('context', listen)
      for (const context of browser.contexts()) await context.close()
      if (testInfo.status !== testInfo.expectedStatus || thrown.size > 0)
        await testInfo.attach('app.log', { body: app.log.slice(from), contentType: 'text/plain' })
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

/** What was thrown, and where it came from; whole stacks of a framework say no more. */
function firstLines(error: Error): string {
  return (error.stack ?? String(error)).split('\n').slice(0, 6).join('\n')
}

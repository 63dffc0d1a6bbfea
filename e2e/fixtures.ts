import { test as base, type Browser, type BrowserContext } from '@playwright/test'
import { AppUnderTest } from './app-under-test.ts'
import { type Member, type SignedUp, signUp } from './members.ts'

export { expect } from '@playwright/test'
export { createStream, type Member, signUp } from './members.ts'
export { axeCheck, photograph } from './looks.ts'

/** Configuration of the app, by the names of its variables: `test.use({ appEnv: { LIVE_GRACE_SECONDS: '5' } })`. */
export type AppOptions = { appEnv: Record<string, string> }

type Workers = AppOptions & {
  /** The app, started once for all tests that share its configuration. */
  app: AppUnderTest
  /** The first account, which is its super_admin. */
  admin: SignedUp
}

type Tests = {
  /** A signed-in member with a browser context of its own. */
  member: Member
  /** Another one: one acts, the other sees. */
  secondMember: Member
  /** Fails a test whose pages threw, and attaches what the app printed when a test fails. */
  watch: void
}

export const test = base.extend<Tests, Workers>({
  appEnv: [{}, { option: true, scope: 'worker' }],

  app: [
    async ({ appEnv }, use) => {
      const app = await AppUnderTest.start(appEnv)
      await use(app)
      await app.remove()
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  admin: [
    async ({ app, playwright }, use) => {
      const request = await playwright.request.newContext({ baseURL: app.url })
      await use(await signUp(request))
      await request.dispose()
    },
    { scope: 'worker' },
  ],

  // Asking for `admin` here makes the first account everywhere: members in stories are plain members.
  baseURL: async ({ app, admin: _first }, use) => use(app.url),

  member: async ({ browser, baseURL: _ready }, use) => withMember(browser, use),
  secondMember: async ({ browser, baseURL: _ready }, use) => withMember(browser, use),

  watch: [
    async ({ app, browser }, use, testInfo) => {
      const from = app.log.length
      const thrown: string[] = []
      const listen = (context: BrowserContext) =>
        context.on('weberror', (error) => thrown.push(String(error.error().stack ?? error.error())))
      browser.on('context', listen)
      await use()
      browser.off('context', listen)
      if (testInfo.status !== testInfo.expectedStatus)
        await testInfo.attach('app.log', { body: app.log.slice(from), contentType: 'text/plain' })
      if (thrown.length > 0) throw new Error(`A page threw:\n${thrown.join('\n')}`)
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

import { readdirSync, statSync } from 'node:fs'
import type { Browser, BrowserContext } from '@playwright/test'
import { updateStream } from '#shared/streams.ts'
import { createPost, createStream, expect, type Member, test } from './support/fixtures.ts'
import { everyPage } from './support/page-addresses.ts'
import { kB, type Load, overweight, weigh, weightOf } from './support/script-weight.ts'

/** Bytes of scripts and texts, compressed with Brotli as they are served, that the first visit may need. */
const LANDING_LIMIT = 95_000
const HOME_LIMIT = 170_000

// As long as there are pages.
test.setTimeout(180_000)

test('the landing page needs at most 95 kB of JavaScript', async ({ page }) => {
  const loads = await weigh(page, '/')
  report('landing', loads, LANDING_LIMIT)
  expect(overweight(loads, LANDING_LIMIT)).toBeNull()
})

test("a member's home needs at most 170 kB of JavaScript", async ({ member, secondMember }) => {
  // Somebody is live and has posted, so that home shows what it can.
  await goLive(secondMember)
  await createPost(secondMember.page)
  const loads = await weigh(member.page, '/')
  report('home', loads, HOME_LIMIT)
  expect(overweight(loads, HOME_LIMIT)).toBeNull()
})

test('each further page has a script of its own', async ({ browser, member, page, baseURL }) => {
  const first = [...(await weigh(page, '/')), ...(await weigh(member.page, '/'))].map(({ name }) => name)
  const ids = {
    userId: member.user.id,
    streamId: (await createStream(member.page)).id,
    postId: (await createPost(member.page)).id,
  }
  const without: string[] = []
  for (const { path, address, isForMembers } of everyPage(ids).filter(({ path }) => path !== '/')) {
    const whose = isForMembers ? await member.context.storageState() : undefined
    const loads = await weighAnew(browser, `${baseURL}${address}`, whose)
    report(path, loads)
    if (!loads.some(({ name }) => name.endsWith('.js') && !first.includes(name))) without.push(path)
  }
  expect(without).toEqual([])
})

test('a script more is weighed, and named when it is too much', async ({ page }) => {
  const forms = readdirSync('dist/web/assets').find((name) => /^forms-.*\.js$/.test(name))
  await page.route('**/', async (route) => {
    const response = await route.fetch()
    const script = `<script type="module" src="/assets/${forms}"></script></head>`
    await route.fulfill({ response, body: (await response.text()).replace('</head>', script) })
  })
  const loads = await weigh(page, '/')
  const planted = loads.filter(({ name }) => name === `/assets/${forms}`)
  expect(weightOf(planted)).toBe(statSync(`dist/web/assets/${forms}.br`).size)
  expect(overweight(loads, weightOf(loads))).toBeNull()
  expect(overweight(loads, weightOf(loads) - weightOf(planted))).toContain(`/assets/${forms}`)
})

async function goLive({ page }: Member): Promise<void> {
  const { id } = await createStream(page)
  const answer = await page.request.put(updateStream.path.replace(':id', id), { data: { isLive: true } })
  expect(answer.status()).toBe(200)
}

type Session = Awaited<ReturnType<BrowserContext['storageState']>>

/** In a browser that has kept nothing. */
async function weighAnew(browser: Browser, address: string, session?: Session): Promise<Load[]> {
  const context = await browser.newContext(session && { storageState: session })
  const loads = await weigh(await context.newPage(), address)
  await context.close()
  return loads
}

function report(page: string, loads: Load[], limit?: number): void {
  console.log(`${kB(weightOf(loads))}${limit === undefined ? '' : ` of ${kB(limit).trim()}`}  ${page}`)
}

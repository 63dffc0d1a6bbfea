import { readdirSync, statSync } from 'node:fs'
import type { Browser, BrowserContext } from '@playwright/test'
import { updateStream } from '#shared/streams.ts'
import { createPost, createStream, expect, type Member, test } from './support/fixtures.ts'
import { pagesToVisit } from './support/page-addresses.ts'
import {
  formatKilobytes,
  type LoadedFile,
  describeExcess,
  loadAndMeasure,
  totalBytes,
} from './support/script-size.ts'

/** Most bytes of scripts and message catalogues, compressed with Brotli as served, that a first visit may load. */
const MAX_LANDING_BYTES = 95_000
const MAX_HOME_BYTES = 170_000

// The last test but one visits every page.
test.setTimeout(180_000)

test('the landing page needs at most 95 kB of JavaScript', async ({ page }) => {
  const files = await loadAndMeasure(page, '/')
  report('landing', files, MAX_LANDING_BYTES)
  expect(describeExcess(files, MAX_LANDING_BYTES)).toBeNull()
})

test("a member's home needs at most 170 kB of JavaScript", async ({ member, secondMember }) => {
  // With a live stream and a post, home shows all its sections.
  await goLive(secondMember)
  await createPost(secondMember.page)
  const files = await loadAndMeasure(member.page, '/')
  report('home', files, MAX_HOME_BYTES)
  expect(describeExcess(files, MAX_HOME_BYTES)).toBeNull()
})

test('each other page loads a script that landing and home do not', async ({
  browser,
  member,
  page,
  baseURL,
}) => {
  const initialFiles = [
    ...(await loadAndMeasure(page, '/')),
    ...(await loadAndMeasure(member.page, '/')),
  ].map(({ name }) => name)
  const ids = {
    userId: member.user.id,
    streamId: (await createStream(member.page)).id,
    postId: (await createPost(member.page)).id,
  }
  const pagesWithoutScript: string[] = []
  for (const { path, address, isForMembers } of pagesToVisit(ids).filter(({ path }) => path !== '/')) {
    const session = isForMembers ? await member.context.storageState() : undefined
    const files = await measureInNewContext(browser, `${baseURL}${address}`, session)
    report(path, files)
    if (!files.some(({ name }) => name.endsWith('.js') && !initialFiles.includes(name)))
      pagesWithoutScript.push(path)
  }
  expect(pagesWithoutScript).toEqual([])
})

test('an additional script is measured, and named when the limit is exceeded', async ({ page }) => {
  const forms = readdirSync('dist/web/assets').find((name) => /^forms-.*\.js$/.test(name))
  await page.route('**/', async (route) => {
    const response = await route.fetch()
    const script = `<script type="module" src="/assets/${forms}"></script></head>`
    await route.fulfill({ response, body: (await response.text()).replace('</head>', script) })
  })
  const files = await loadAndMeasure(page, '/')
  const added = files.filter(({ name }) => name === `/assets/${forms}`)
  expect(totalBytes(added)).toBe(statSync(`dist/web/assets/${forms}.br`).size)
  expect(describeExcess(files, totalBytes(files))).toBeNull()
  expect(describeExcess(files, totalBytes(files) - totalBytes(added))).toContain(`/assets/${forms}`)
})

async function goLive({ page }: Member): Promise<void> {
  const { id } = await createStream(page)
  const response = await page.request.put(updateStream.path.replace(':id', id), { data: { isLive: true } })
  expect(response.status()).toBe(200)
}

type Session = Awaited<ReturnType<BrowserContext['storageState']>>

/** Measures with an empty browser cache. */
async function measureInNewContext(browser: Browser, url: string, session?: Session): Promise<LoadedFile[]> {
  const context = await browser.newContext(session && { storageState: session })
  const files = await loadAndMeasure(await context.newPage(), url)
  await context.close()
  return files
}

function report(page: string, files: LoadedFile[], maxBytes?: number): void {
  console.log(
    `${formatKilobytes(totalBytes(files))}${maxBytes === undefined ? '' : ` of ${formatKilobytes(maxBytes).trim()}`}  ${page}`,
  )
}

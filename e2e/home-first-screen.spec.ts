import type { Locator, Page } from '@playwright/test'
import { updateStream } from '../src/shared/live/streams.ts'
import {
  axeCheck,
  createPost,
  createStream,
  expect,
  type Member,
  photographWindow,
  test,
} from './support/fixtures.ts'
import { enter, expectFocusOn } from './support/keyboard.ts'
import { storePlayableVideo } from './support/stored-videos.ts'

// An app of its own: in the others somebody may be live.
test.use({ appEnv: { LIVE_GRACE_SECONDS: '57' } })
test.use({ viewport: { width: 390, height: 844 } })

/** SPEC.txt's links of the footer. */
const SITE_PAGES = ['About', 'Contact', 'Privacy', 'Terms', 'Community']
const NETWORKS_COUNT = 9
const MAX_STRIP_PX = 72

test('on a phone home starts with one strip, and the first post begins within the first screen', async ({
  member,
  secondMember,
}) => {
  const { page } = member
  await createPost(page, { content: 'Good morning from Accra' })
  await page.goto('/')
  const strip = stageStrip(page)
  await expect(strip).toContainText('No one is live right now. Be the first.')
  await expectFirstPostInView(page)
  expect(await heightOf(strip)).toBeLessThanOrEqual(MAX_STRIP_PX)
  await expect(page.getByRole('heading', { name: 'Recent streams' })).toHaveCount(0)
  await axeCheck(page, { dark: true, headerAndFooter: true })
  await photographWindow(page, 'home-stage-390')
  await strip.getByRole('button', { name: 'Go Live' }).click()
  await expect(page).toHaveURL('/stream/create')

  const ended = await streamOnce(secondMember, 'Poems for those who left')
  const announced = await createStream(secondMember.page, {
    title: 'Back-room session: keys, voice and one old amp that still hums',
    scheduledFor: inHours(3),
  })
  const later = await createStream(secondMember.page, { title: 'Drums at dawn', scheduledFor: inHours(30) })
  await page.goto('/')
  await expect(strip.getByRole('link', { name: announced.title })).toHaveAttribute(
    'href',
    `/stream/${announced.id}`,
  )
  await expect(strip.getByRole('time')).toBeVisible()
  await expect(
    page.getByRole('region', { name: 'Recent streams' }).getByRole('link', { name: ended.title }),
  ).toBeVisible()
  await expectFirstPostInView(page)
  expect(await heightOf(strip)).toBeLessThanOrEqual(MAX_STRIP_PX)
  // The later ones are below the first posts.
  const feedTop = await topOf(page.getByRole('article').first())
  expect(await topOf(page.getByRole('region', { name: 'Coming up' }))).toBeGreaterThan(feedTop)
  await expect(page.getByRole('region', { name: 'Coming up' }).getByRole('link')).toContainText([later.title])
  await axeCheck(page, { dark: true })
  await photographWindow(page, 'home-announced-390')

  await strip.getByRole('button', { name: 'Remind me', pressed: false }).click()
  await expect(strip.getByRole('button', { name: 'Reminder set', pressed: true })).toBeVisible()
  await expect(strip.getByRole('status')).toHaveText(
    "Reminder set. You'll be notified when the stream starts.",
  )
  await page.reload()
  await expect(strip.getByRole('button', { name: 'Reminder set', pressed: true })).toBeVisible()

  // With a live stream the first post begins within the first screen, too.
  await setLive(secondMember, announced.id, true)
  await page.goto('/')
  await expect(
    page.getByRole('region', { name: 'Live Creators' }).getByText('LIVE', { exact: true }),
  ).toBeVisible()
  await expect(strip).toHaveCount(0)
  await expectFirstPostInView(page)
  await setLive(secondMember, announced.id, false)
})

test('on a phone the movements are a low row that scrolls sideways', async ({ member: { page } }) => {
  await page.goto('/')
  const movements = page.getByRole('region', { name: 'Cultural Movements' })
  const tiles = movements.getByRole('link')
  await expect(tiles).toHaveText([
    /^Afrobeats & Soul/,
    /^Gaming Culture/,
    /^Culinary Arts/,
    /^Knowledge & Growth/,
  ])
  const boxes = await Promise.all((await tiles.all()).map((tile) => tile.boundingBox()))
  for (const box of boxes) {
    expect(box?.height).toBeGreaterThanOrEqual(44)
    expect(box?.height).toBeLessThanOrEqual(MAX_STRIP_PX)
    expect(box?.y).toBe(boxes[0]?.y)
  }
  await tiles.last().focus()
  await expect(tiles.last()).toBeInViewport()
})

test("the profile's Streams tab has the streams and the videos under titles of their own", async ({
  app,
  member,
  secondMember: { page, user },
}) => {
  const id = await storePlayableVideo(app, member.user.id, { title: 'Sunday stew' })
  const stream = await streamOnce(member, 'Poems at noon')
  await page.goto(`/profile/${member.user.id}?tab=streams`)
  const streams = page.getByRole('region', { name: 'Streams' })
  const videos = page.getByRole('region', { name: 'Videos' })
  for (const section of [streams, videos])
    await expect(section.getByRole('heading', { level: 2 })).toBeVisible()
  await expect(streams.getByRole('link')).toContainText([stream.title])
  await expect(videos.getByRole('link')).toContainText(['Sunday stew'])
  await expect(videos.getByRole('link')).toHaveAttribute('href', `/video/${id}`)
  await axeCheck(page, { dark: true })

  // The cover is the only patterned piece of an empty profile.
  await page.goto(`/profile/${user.id}?tab=streams`)
  await expect(page.getByRole('heading', { name: 'No streams yet' })).toBeVisible()
  await expect(page.getByRole('tabpanel').locator('svg[viewBox^="0 0 1536"]')).toHaveCount(0)
})

test('the footer is one line for members on phones, and whole for visitors', async ({
  page: visitor,
  member,
}) => {
  const { page } = member
  await page.goto('/about')
  const footer = page.getByRole('contentinfo')
  await expect(footer.getByRole('link')).toHaveText(['About', 'Privacy', 'Terms'])
  await expect(footer).toContainText('© 2025 Creative Wave')
  expect(await heightOf(footer)).toBeLessThanOrEqual(48)
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(footer.getByRole('link')).toHaveCount(SITE_PAGES.length + NETWORKS_COUNT)

  await visitor.goto('/')
  await expect(visitor.getByRole('contentinfo').getByRole('link')).toHaveCount(
    SITE_PAGES.length + NETWORKS_COUNT,
  )
})

test('live and studio pages have no footer, and its links are in the menu of members', async ({ member }) => {
  const { page } = member
  const { id } = await createStream(page, { title: 'Poems at noon' })
  for (const address of [
    `/stream/${id}`,
    `/stream/${id}/broadcast`,
    '/stream/create',
    '/creator',
    '/creator/videos',
  ]) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('contentinfo')).toHaveCount(0)
  }
  const menu = page.getByRole('button', { name: 'Account menu' })
  await enter(page, menu)
  const item = page.getByRole('menuitem', { name: 'About Creative Wave' })
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  // From the first item backwards, past Logout.
  await page.keyboard.press('End')
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expectFocusOn(page, item)
  await page.keyboard.press('Enter')
  await expectSiteLinks(page)
  await page.keyboard.press('Escape')
  await expectFocusOn(page, menu)
})

test('visitors of a live page reach the links of the footer by the header, with the keyboard', async ({
  page: visitor,
  member,
}) => {
  const { id } = await createStream(member.page, { title: 'Poems at noon' })
  // On phones the page has no header: Back or Home lead to one.
  await visitor.setViewportSize({ width: 1440, height: 900 })
  await visitor.goto(`/stream/${id}`)
  await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(visitor.getByRole('contentinfo')).toHaveCount(0)
  const button = visitor.getByRole('banner').getByRole('button', { name: 'About Creative Wave' })
  await button.press('Enter')
  await expectSiteLinks(visitor)
  await axeCheck(visitor, { dark: true, headerAndFooter: true })
  await visitor.keyboard.press('Escape')
  await expectFocusOn(visitor, button)
  await button.press('Enter')
  await enter(visitor, visitor.getByRole('dialog').getByRole('link', { name: 'Contact' }))
  await expect(visitor).toHaveURL('/contact')
  await expect(visitor.getByRole('dialog')).toHaveCount(0)
  await expect(visitor.getByRole('contentinfo')).toHaveCount(1)
})

/** Tabs through the dialog: it has all of SPEC.txt's links, those of the networks in new tabs. */
async function expectSiteLinks(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'About Creative Wave' })
  await expect(dialog).toBeVisible()
  const links = dialog.getByRole('link')
  await expect(links).toHaveCount(SITE_PAGES.length + NETWORKS_COUNT)
  for (const [index, link] of (await links.all()).entries()) {
    const name = SITE_PAGES[index]
    if (name) await expect(link).toHaveAttribute('href', `/${name.toLowerCase()}`)
    else await expect(link).toHaveAttribute('target', '_blank')
    await page.keyboard.press('Tab')
    await expectFocusOn(page, link)
  }
}

const stageStrip = (page: Page) =>
  page
    .getByRole('region', { name: 'Live Creators' })
    .locator('div')
    .filter({ has: page.getByRole('heading', { name: 'The Stage is Set' }) })
    .first()

/** Expects the first post to begin above the bottom navigation. */
async function expectFirstPostInView(page: Page): Promise<void> {
  const nav = page.getByRole('navigation', { name: 'Main' })
  await expect(nav).toBeVisible()
  await expect(page.getByRole('article').first()).toBeVisible()
  expect(await topOf(page.getByRole('article').first())).toBeLessThan(await topOf(nav))
}

const topOf = async (element: Locator) => (await element.boundingBox())?.y ?? Number.NaN
const heightOf = async (element: Locator) => (await element.boundingBox())?.height ?? Number.NaN

const inHours = (hours: number) => new Date(Date.now() + hours * 60 * 60 * 1000).toISOString()

/** Creates a stream that was live and has ended. */
async function streamOnce(member: Member, title: string) {
  const stream = await createStream(member.page, { title })
  await setLive(member, stream.id, true)
  await setLive(member, stream.id, false)
  return stream
}

async function setLive({ page }: Member, id: string, isLive: boolean): Promise<void> {
  const response = await page.request.put(updateStream.path.replace(':id', id), { data: { isLive } })
  expect(response.status()).toBe(200)
}

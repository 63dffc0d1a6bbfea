import type { Page } from '@playwright/test'
import { storePlayableVideo } from './support/stored-videos.ts'
import {
  captionsOf,
  expectPlaying,
  expectSound,
  heightOf,
  player,
  tapForSound,
  timeOf,
} from './support/playing.ts'
import { type Member, axeCheck, checkAndPhotograph, expect, test } from './support/fixtures.ts'

const secondOf = async (page: Page) => Math.floor(await timeOf(page))
const isPaused = (page: Page) => player(page).evaluate((video: HTMLVideoElement) => video.paused)

/** Opens a video of the member, which is muted or not as the browser decides, and clicks for its sound. */
async function watch({ page }: Pick<Member, 'page'>, address: string): Promise<void> {
  await page.goto(address)
  await expectPlaying(page)
}

const idOf = (member: Member) => member.user.id

test('a video plays with sound and captions, and the chosen quality is the height that is decoded', async ({
  app,
  member,
}) => {
  const { page } = member
  await watch(member, `/video/${await storePlayableVideo(app, idOf(member))}`)
  await tapForSound(page)
  await expectSound(page)

  await page.getByRole('button', { name: 'Quality and speed' }).click()
  await page.getByRole('menuitemradio', { name: /^240p/ }).click()
  await expect.poll(() => heightOf(page)).toBe(240)
  await page.getByRole('button', { name: 'Quality and speed' }).click()
  await page.getByRole('menuitemradio', { name: /^480p/ }).click()
  await expect.poll(() => heightOf(page)).toBe(480)

  await page.getByRole('button', { name: 'Captions' }).click()
  await page.getByRole('menuitemradio', { name: 'English' }).click()
  await expect.poll(() => captionsOf(page)).toEqual(['The market opens early.'])
  await checkAndPhotograph(page, 'watch')

  await page.getByRole('button', { name: 'Quality and speed' }).click()
  await page.getByRole('menuitemradio', { name: /^Audio only/ }).click()
  await expect.poll(() => heightOf(page)).toBe(0)
  await expectSound(page)
})

test('the keys control the player, and typing does not', async ({ app, member }) => {
  const { page } = member
  await watch(member, `/video/${await storePlayableVideo(app, idOf(member))}?t=20`)
  expect(await timeOf(page)).toBeGreaterThan(19)
  await page.keyboard.press('k')
  await expect.poll(() => isPaused(page)).toBe(true)
  await page.keyboard.press('5')
  await expect.poll(() => secondOf(page)).toBe(30)
  await page.keyboard.press('j')
  await expect.poll(() => secondOf(page)).toBe(20)
  await page.keyboard.press('l')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => secondOf(page)).toBe(35)
  await page.keyboard.press('>')
  await expect(page.getByText('1.25×')).toBeVisible()
  const before = await player(page).evaluate((video: HTMLVideoElement) => video.muted)
  await page.keyboard.press('m')
  await expect.poll(() => player(page).evaluate((video: HTMLVideoElement) => video.muted)).toBe(!before)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await axeCheck(page)
  await page.keyboard.press('Escape')
  await page.getByRole('searchbox').or(page.getByRole('combobox')).first().fill('jazz kk')
  expect(await isPaused(page)).toBe(true)

  // A click on the picture gives the player the keys that scroll the page.
  await page.keyboard.press('Escape')
  await player(page).click()
  await expect.poll(() => isPaused(page)).toBe(false)
  await page.keyboard.press('k')
  await page.keyboard.press('Home')
  await expect.poll(() => secondOf(page)).toBe(0)
  await page.keyboard.press('End')
  await expect.poll(() => secondOf(page)).toBeGreaterThan(35)
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

test('a video continues where it was left, and the mini player without a pause on other pages', async ({
  app,
  member,
}) => {
  const { page } = member
  const id = await storePlayableVideo(app, idOf(member))
  await watch(member, `/video/${id}?t=15`)
  await player(page).evaluate((video: HTMLVideoElement) => {
    video.dataset['marker'] = 'same'
    video.addEventListener('pause', () => (video.dataset['marker'] = 'paused'))
  })
  await page.keyboard.press('i')
  const mini = page.getByRole('complementary', { name: 'Mini player' })
  await expect(mini).toBeVisible()
  await expect(page).not.toHaveURL(/video/)
  await expectPlaying(page)
  await checkAndPhotograph(page, 'mini-player')
  await page.getByRole('link', { name: 'Preferences' }).first().click()
  await expect(mini).toBeVisible()
  await expectPlaying(page)
  await page.keyboard.press('i')
  await expect(page).toHaveURL(new RegExp(`/video/${id}`))
  await expect(mini).toBeHidden()
  await expectPlaying(page)
  expect(await player(page).getAttribute('data-marker')).toBe('same')

  await page.keyboard.press('i')
  await mini.getByRole('button', { name: 'Close' }).click()
  await expect(mini).toBeHidden()
  await expect(player(page)).toHaveCount(0)
  await page.goto(`/video/${id}`)
  await expectPlaying(page)
  expect(await timeOf(page)).toBeGreaterThan(14)
})

test('a draft and all of its files are hidden from another member', async ({ app, member, secondMember }) => {
  const id = await storePlayableVideo(app, idOf(member), { isPublished: false, publishedAt: null })
  const requests: string[] = []
  member.page.on('request', (request) => void requests.push(request.url()))
  await watch(member, `/video/${id}`)
  await expect(member.page.getByText('Draft', { exact: true })).toBeVisible()
  await secondMember.page.goto(`/video/${id}`)
  await expect(secondMember.page.getByText('Video Not Found')).toBeVisible()
  // The page also loads the pictures of other members' public videos.
  const files = [...new Set(requests.filter((url) => url.includes(`/api/videos/${id}/files/`)))]
  expect(files.some((url) => url.endsWith('.mp4'))).toBe(true)
  for (const url of files) expect((await secondMember.page.request.get(url)).status()).toBe(404)
})

test('a visitor on a phone watches a public video with the fitting controls', async ({
  app,
  browser,
  member,
}) => {
  const id = await storePlayableVideo(app, idOf(member))
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true })
  const page = await context.newPage()
  await page.goto(`${app.url}/video/${id}`)
  await expectPlaying(page)
  await expect(page.getByRole('button', { name: 'Fullscreen' })).toBeVisible()
  await axeCheck(page)
  await context.close()
})

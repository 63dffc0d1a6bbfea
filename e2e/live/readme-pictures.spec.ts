import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import sharp from 'sharp'
import { makeSampleWorld } from '../../scripts/demo/make.ts'
import { SIGN_IN } from '../../scripts/demo/sign-in.mjs'
import { scaled } from '../../scripts/test/machine-limits.ts'
import { AppUnderTest } from '../support/app-under-test.ts'
import { messageField, messageOf } from '../support/chatting.ts'
import { createStream, expect, test } from '../support/fixtures.ts'
import { expectVideo, recordPeers, startStream } from '../support/watching.ts'

const PHOTOS = 'test-results/photos'
const CAMERA = 'scripts/demo/weaving.webm'
const TITLE = 'Aṣọ òkè by night: threading the loom'
/** The beginning of a post with a picture. */
const POST = /^Ẹ kú iṣẹ́ to everyone/
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
/** Who writes what in the chat, in this order. */
const CHAT = [
  ['aissatou', 'Bonsoir de Dakar! Le fil bleu est magnifique.'],
  ['danjuma', 'Kano is here. Which dye is the dark one?'],
  ['folake', 'Indigo from Ọ̀ṣogbo, third bath. It keeps its colour for years.'],
  ['amara', 'My second strip is straighter than the first. Nearly.'],
  ['luana', 'De Salvador, com café e tear na mão'],
  ['esi', 'Slowly at the edge, please: my shuttle keeps falling.'],
] as const

// PHOTOS=1 npx playwright test readme-pictures && cp test-results/photos/readme-*.webp docs/pictures/
test.skip(!process.env['PHOTOS'], 'The pictures of README.md are only taken on request.')

let dataDir: string
let site: AppUnderTest
test.beforeAll(async () => {
  test.setTimeout(scaled(180_000))
  dataDir = await mkdtemp(join(tmpdir(), 'sample-'))
  await makeSampleWorld(dataDir)
  site = await AppUnderTest.start({ DATA_DIR: dataDir })
})
test.afterAll(async () => {
  await site.remove()
  await rm(dataDir, { recursive: true, force: true })
})

test('the sample community: its feed, a live stream with chat, the studio and a phone', async ({
  browser,
}) => {
  test.slow()
  const studio = await signIn(browser, 'folake')
  const { id } = await createStream(studio, {
    title: TITLE,
    category: 'Visual Arts & Design',
    description: 'Bring your loom, or only your questions.',
  })
  await useSampleCamera(studio)
  await studio.goto(`/stream/${id}/broadcast`)
  await startStream(studio)

  const viewer = await signIn(browser, 'amara')
  await recordPeers(viewer)
  await viewer.goto(`/stream/${id}`)
  await expectVideo(viewer)
  await writeChat(browser, id)
  for (const page of [viewer, studio]) await expect(messageOf(page, CHAT.at(-1)?.[1] ?? '')).toBeVisible()
  await take(viewer, 'stream')
  await take(studio, 'studio')

  await viewer.goto('/')
  await expect(viewer.getByText(TITLE).first()).toBeVisible()
  await viewer.getByText(POST).evaluate((post) => post.scrollIntoView({ block: 'center' }))
  await take(viewer, 'feed')
  const phone = await signIn(browser, 'amara', PHONE)
  await recordPeers(phone)
  await phone.goto(`/stream/${id}`)
  await expectVideo(phone)
  await take(phone, 'phone')
})

async function signIn(browser: Browser, key: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ baseURL: site.url, ...options })
  const email = `${key}@sample.invalid`
  await context.request.post('/api/auth/login', { data: { email, password: SIGN_IN.password } })
  return context.newPage()
}

/** The page's camera shows a video of the sample data, instead of the test picture of the browser. */
async function useSampleCamera(page: Page): Promise<void> {
  const body = await readFile(CAMERA)
  await page.route('**/sample-camera.webm', (route) => route.fulfill({ body, contentType: 'video/webm' }))
  await page.addInitScript(() => {
    const getMedia = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
    navigator.mediaDevices.getUserMedia = async (constraints) => {
      const stream = await getMedia(constraints)
      const [camera] = stream.getVideoTracks()
      if (!camera) return stream
      const video = Object.assign(document.createElement('video'), {
        src: '/sample-camera.webm',
        loop: true,
        muted: true,
      })
      await video.play()
      const canvas = Object.assign(document.createElement('canvas'), { width: 1280, height: 720 })
      const context = canvas.getContext('2d')
      setInterval(() => context?.drawImage(video, 0, 0, canvas.width, canvas.height), 40)
      const [track] = canvas.captureStream(25).getVideoTracks()
      if (track) stream.addTrack(track)
      stream.removeTrack(camera)
      return stream
    }
  })
}

async function writeChat(browser: Browser, streamId: string): Promise<void> {
  for (const [key, text] of CHAT) {
    const page = await signIn(browser, key)
    await page.goto(`/stream/${streamId}`)
    await messageField(page).fill(text)
    await page.keyboard.press('Enter')
    await expect(messageOf(page, text)).toBeVisible()
    await page.context().close()
  }
}

async function take(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready.then(() => null))
  const screenshot = await page.screenshot({ animations: 'disabled' })
  await mkdir(PHOTOS, { recursive: true })
  const picture = sharp(screenshot).resize({ width: 1200, withoutEnlargement: true })
  await picture.webp({ quality: 80 }).toFile(join(PHOTOS, `readme-${name}.webp`))
}

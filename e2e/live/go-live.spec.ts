import type { Locator, Page } from '@playwright/test'
import { createStream, expect, checkAndPhotograph, test } from '../support/fixtures.ts'
import {
  countPeers,
  expectVideo,
  expectVideoSendingToStop,
  recordPeers,
  startStream,
} from '../support/watching.ts'

test('the go-live page lists the streams, tests devices and connection, and links to the studio', async ({
  member: { page },
}) => {
  test.slow()
  await recordPeers(page)
  await page.goto('/creator/go-live')
  await expect(page.getByText('Nothing to broadcast yet')).toBeVisible()
  await checkAndPhotograph(page, 'go-live-empty', { dark: true })
  await createStream(page, { title: 'Older stew' })
  const { id } = await createStream(page, { title: 'Sunday stew and stories' })
  await page.reload()
  await expect(page.getByLabel('Stream', { exact: true })).toHaveValue(id)

  await page.getByRole('button', { name: 'Turn on camera' }).click()
  await expect(page.getByLabel('Your camera')).toBeVisible()
  await expect(page.getByRole('option', { name: /fake_device/ }).first()).toBeAttached()
  await waitForBeep(page.getByRole('meter', { name: 'Microphone level' }))

  await startAndStopCheck(page)
  // The server has closed the connection of the stopped check as well: the next check is not refused.
  await page.getByRole('button', { name: 'Start the check' }).click()
  await expect(page.getByText('Testing your connection')).toBeVisible()
  await expect(page.getByText('Your camera works.')).toBeVisible()
  await expect(page.getByText('Your microphone picks up sound.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Check again' })).toBeVisible()
  await expect(page.getByText(/Your upload speed is (about|at least) [\d.]+ Mbit\/s/)).toBeVisible()
  await expect(page.getByText('UDP works: your video is sent directly.')).toBeVisible()
  await expect(page.getByText(/This site has no relay/)).toBeVisible()
  await checkAndPhotograph(page, 'go-live-browser', { dark: true })

  await page.getByRole('link', { name: 'Open Broadcast Studio' }).click()
  await expect(page).toHaveURL(new RegExp(`/stream/${id}/broadcast$`))
})

/** The fake microphone beeps twice a second: polling at such an interval could miss every beep. */
async function waitForBeep(meter: Locator): Promise<void> {
  const element = await meter.elementHandle()
  await meter.page().waitForFunction((shown) => Number(shown?.getAttribute('aria-valuenow')) > 10, element)
}

/** Stops a connection check while it is connected, which closes its connection. */
async function startAndStopCheck(page: Page): Promise<void> {
  const connectionState = () => page.evaluate(() => window.peers[0]?.connectionState)
  await page.getByRole('button', { name: 'Start the check' }).click()
  await expect.poll(connectionState).toBe('connected')
  await page.getByRole('button', { name: 'Stop the check' }).click()
  await expect.poll(connectionState).toBe('closed')
}

test('in the studio settings apply on air and persist, the camera turns off, and another window takes over', async ({
  member,
  secondMember,
}) => {
  test.slow()
  const [page, viewer] = [member.page, secondMember.page]
  const { id } = await createStream(page)
  for (const each of [page, viewer]) await recordPeers(each)
  await page.goto(`/stream/${id}/broadcast`)
  await checkNarrowLayout(page)
  await startStream(page)
  await viewer.goto(`/stream/${id}`)
  await expectVideo(viewer)
  expect(await heightSent(page)).toBe(720)
  await lowerResolution(page)
  await expectVideo(viewer)
  expect(await countPeers(page)).toBe(1)
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect.poll(() => heightSent(page)).toBe(360)
  await expectVideo(viewer)

  await page.getByRole('button', { name: 'Turn camera off' }).click()
  await expect(viewer.getByText('The camera is off')).toBeVisible()
  // Some black frames follow.
  await expectVideoSendingToStop(page)
  await checkAndPhotograph(viewer, 'stream-camera-off')
  await page.getByRole('button', { name: 'Turn camera on' }).click()
  await expectVideo(viewer)
  await expect(viewer.getByText('The camera is off')).toBeHidden()
  await viewer.close()

  await takeOver(page, await member.context.newPage())
})

/** At the narrowest width all controls are in one row, below the chat’s text field. */
async function checkNarrowLayout(page: Page): Promise<void> {
  const size = page.viewportSize()
  await page.setViewportSize({ width: 340, height: 844 })
  const [field, camera, start] = [
    page.getByRole('textbox', { name: 'Message' }),
    page.getByRole('button', { name: 'Turn camera off' }),
    page.getByRole('button', { name: 'Start Stream' }),
  ]
  const top = async (control: Locator) => (await control.boundingBox())?.y ?? 0
  await expect.poll(async () => (await top(start)) - (await top(camera))).toBe(0)
  await field.focus()
  const height = (await field.boundingBox())?.height ?? 0
  await expect.poll(async () => (await top(camera)) - (await top(field))).toBeGreaterThan(height)
  await checkAndPhotograph(page, 'studio-narrow')
  if (size) await page.setViewportSize(size)
}

async function lowerResolution(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Broadcast settings' }).click()
  const dialog = page.getByRole('dialog')
  await checkAndPhotograph(page, 'studio-settings')
  await dialog.getByLabel('Resolution').selectOption('360')
  await dialog.getByLabel('Bitrate').selectOption({ label: 'Up to 0.5 Mbit/s' })
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect.poll(() => heightSent(page)).toBe(360)
}

/** Height of the video track that the page sends, in px. */
function heightSent(page: Page): Promise<number | undefined> {
  return page.evaluate(() => {
    const senders = window.peers.at(-1)?.getSenders() ?? []
    return senders.find(({ track }) => track?.kind === 'video')?.track?.getSettings().height
  })
}

/** The second window asks before it takes over the broadcast of the first, which can take it back. */
async function takeOver(first: Page, second: Page): Promise<void> {
  await recordPeers(second)
  await second.goto(new URL(first.url()).pathname)
  await expect(second.getByText('This stream is live in another window. Take over?')).toBeVisible()
  await checkAndPhotograph(second, 'studio-elsewhere')
  expect(await countPeers(second)).toBe(0)
  await second.getByRole('button', { name: 'Take over' }).click()
  await expect(first.getByRole('button', { name: 'Take over' })).toBeVisible()
  await expect(second.getByRole('button', { name: 'Turn camera off' })).toBeVisible()
  await first.getByRole('button', { name: 'Take over' }).click()
  await expect(second.getByRole('button', { name: 'Take over' })).toBeVisible()
}

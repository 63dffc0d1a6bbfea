import type { Locator, Page } from '@playwright/test'
import { createStream, darkContrastCheck, expect, checkAndPhotograph, test } from '../support/fixtures.ts'
import { bytesOf, expectVideo, goLive, recordPeers } from '../support/watching.ts'

/** Starts a broadcast on `page` and opens it on `viewer`. */
async function broadcastAndWatch(page: Page, viewer: Page): Promise<void> {
  const { id } = await createStream(page)
  for (const each of [page, viewer]) await recordPeers(each)
  await goLive(page, id)
  await viewer.goto(`/stream/${id}`)
  await expectVideo(viewer)
}

test('the go-live page lists the streams, tests devices and connection, and links to the studio', async ({
  member: { page },
}) => {
  test.slow()
  await page.goto('/creator/go-live')
  await expect(page.getByText('Nothing to broadcast yet')).toBeVisible()
  await checkAndPhotograph(page, 'go-live-empty')
  await darkContrastCheck(page)
  await createStream(page, { title: 'Older stew' })
  const { id } = await createStream(page, { title: 'Sunday stew and stories' })
  await page.reload()
  await expect(page.getByLabel('Stream', { exact: true })).toHaveValue(id)

  await page.getByRole('button', { name: 'Turn on camera' }).click()
  await expect(page.getByLabel('Your camera')).toBeVisible()
  await expect(page.getByRole('option', { name: /fake_device/ }).first()).toBeAttached()
  // The fake microphone beeps.
  const meter = page.getByRole('meter', { name: 'Microphone level' })
  await expect
    .poll(async () => Number(await meter.getAttribute('aria-valuenow')), { message: 'level' })
    .toBeGreaterThan(10)

  await page.getByRole('button', { name: 'Start the check' }).click()
  await expect(page.getByText('Trying your line')).toBeVisible()
  await expect(page.getByText('Your camera gives a picture.')).toBeVisible()
  await expect(page.getByText('Your microphone hears something.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Check again' })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText(/Your line carries (about|at least) [\d.]+ Mbit\/s up/)).toBeVisible()
  await expect(page.getByText('UDP works: video takes the direct way.')).toBeVisible()
  await expect(page.getByText(/This site has no relay/)).toBeVisible()
  await checkAndPhotograph(page, 'go-live-browser')
  await darkContrastCheck(page)

  await page.getByRole('link', { name: 'Open Broadcast Studio' }).click()
  await expect(page).toHaveURL(new RegExp(`/stream/${id}/broadcast$`))
})

test('a check that is stopped closes its connection', async ({ member: { page } }) => {
  await createStream(page)
  await recordPeers(page)
  await page.goto('/creator/go-live')
  await page.getByRole('button', { name: 'Start the check' }).click()
  await expect.poll(() => page.evaluate(() => window.peers[0]?.connectionState)).toBe('connected')
  await page.getByRole('button', { name: 'Stop the check' }).click()
  await expect.poll(() => page.evaluate(() => window.peers[0]?.connectionState)).toBe('closed')
  // The server has closed it as well: the next check is not refused.
  await page.getByRole('button', { name: 'Start the check' }).click()
  await expect.poll(() => page.evaluate(() => window.peers[1]?.connectionState)).toBe('connected')
})

test('the go-live page shows the address and key for an encoder, and replaces the key only after confirmation', async ({
  member: { page, context },
  baseURL,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { streamKey } = await createStream(page)
  await page.goto('/creator/go-live')
  await page.getByRole('tab', { name: 'Encoder (OBS)' }).click()
  await expect(page.getByText('Waiting for your encoder.')).toBeVisible()
  await expect(page.getByLabel('Server', { exact: true })).toHaveValue(`${baseURL}/whip`)
  const key = page.getByLabel('Stream key', { exact: true })
  await expect(key).toHaveAttribute('type', 'password')
  await checkAndPhotograph(page, 'go-live-encoder')
  await page.getByRole('button', { name: 'Show the stream key' }).click()
  await expect(key).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Copy the stream key' }).click()
  await expect(page.getByText('Copied')).toBeAttached()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(streamKey)
  await page.getByRole('button', { name: 'Replace key' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(key).toHaveValue(streamKey ?? '')
  await page.getByRole('button', { name: 'Replace key' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Replace key' }).click()
  await expect(page.getByText('Stream key replaced')).toBeVisible()
  await expect(key).not.toHaveValue(streamKey ?? '')
})

test('settings apply on air without a new connection, and persist', async ({ member, secondMember }) => {
  const [page, viewer] = [member.page, secondMember.page]
  await broadcastAndWatch(page, viewer)
  await page.getByRole('button', { name: 'Broadcast settings' }).click()
  const dialog = page.getByRole('dialog')
  await checkAndPhotograph(page, 'studio-settings')
  await dialog.getByLabel('Resolution').selectOption('360')
  await dialog.getByLabel('Bitrate').selectOption({ label: 'Up to 0.5 Mbit/s' })
  await dialog.getByRole('button', { name: 'Done' }).click()
  const heightSent = () =>
    page.evaluate(
      () =>
        window.peers
          .at(-1)
          ?.getSenders()
          .find(({ track }) => track?.kind === 'video')
          ?.track?.getSettings().height,
    )
  await expect.poll(heightSent).toBe(360)
  await expectVideo(viewer)
  expect(await page.evaluate(() => window.peers.length)).toBe(1)
  page.on('dialog', (asked) => void asked.accept())
  await page.reload()
  await expect.poll(heightSent).toBe(360)
})

test('a camera that is off sends nothing, and viewers see a notice', async ({ member, secondMember }) => {
  test.slow()
  const [page, viewer] = [member.page, secondMember.page]
  await broadcastAndWatch(page, viewer)
  await page.getByRole('button', { name: 'Turn camera off' }).click()
  await expect(viewer.getByText('The camera is off')).toBeVisible()
  const before = await bytesOf(page, 'video', 'sent')
  await checkAndPhotograph(viewer, 'stream-camera-off')
  expect(await bytesOf(page, 'video', 'sent')).toBe(before)
  await page.getByRole('button', { name: 'Turn camera on' }).click()
  await expectVideo(viewer)
  await expect(viewer.getByText('The camera is off')).toBeHidden()
})

test('a second window asks before it takes over a broadcast, and the first can take it back', async ({
  member,
}) => {
  const { id } = await createStream(member.page)
  await goLive(member.page, id)
  const second = await member.context.newPage()
  await recordPeers(second)
  await second.goto(`/stream/${id}/broadcast`)
  await expect(second.getByText('This stream is live in another window. Take over?')).toBeVisible()
  await checkAndPhotograph(second, 'studio-elsewhere')
  expect(await second.evaluate(() => window.peers.length)).toBe(0)
  await second.getByRole('button', { name: 'Take over' }).click()
  await expect(member.page.getByRole('button', { name: 'Take over' })).toBeVisible()
  await expect(second.getByRole('button', { name: 'Turn camera off' })).toBeVisible()
  await member.page.getByRole('button', { name: 'Take over' }).click()
  await expect(second.getByRole('button', { name: 'Take over' })).toBeVisible()
})

test('the chat’s text field is above the controls, also when they wrap to two rows', async ({
  member: { page },
}) => {
  const { id } = await createStream(page)
  await page.setViewportSize({ width: 340, height: 844 })
  await page.goto(`/stream/${id}/broadcast`)
  const [field, camera, start] = [
    page.getByRole('textbox', { name: 'Message' }),
    page.getByRole('button', { name: 'Turn camera off' }),
    page.getByRole('button', { name: 'Start Stream' }),
  ]
  const top = async (control: Locator) => (await control.boundingBox())?.y ?? 0
  await expect.poll(async () => (await top(start)) - (await top(camera))).toBeGreaterThan(0)
  await field.focus()
  const height = (await field.boundingBox())?.height ?? 0
  await expect.poll(async () => (await top(camera)) - (await top(field))).toBeGreaterThan(height)
  await checkAndPhotograph(page, 'studio-narrow')
})

import type { Page } from '@playwright/test'
import { checkAndPhotograph, createStream, expect, fetchStream } from '../support/fixtures.ts'
import { openOtherPage, publishByWhip, stopClient, test } from '../support/other-site.ts'
import { expectVideo, recordPeers } from '../support/watching.ts'
import { expectSound } from '../support/playing.ts'

test('an encoder goes live with the stream key, reconnects, and ends the stream when it stops', async ({
  app,
  browser,
  member,
  secondMember,
  otherSite,
}) => {
  test.slow()
  const { id, streamKey } = await createStream(member.page)
  const [goLivePage, viewer] = [member.page, secondMember.page]
  await goLivePage.goto(otherSite.url)
  // A page of another site is refused without the key, also with the cookies of the member.
  for (const key of ['live_wrong', ''])
    await expect(publishByWhip(goLivePage, app, key)).rejects.toThrow('401')
  await openEncoderTab(goLivePage, app.url)
  const copiedKey = await copyKey(goLivePage)
  expect(copiedKey).toBe(streamKey)
  await recordPeers(viewer)
  await viewer.goto(`/stream/${id}`)
  await expect(viewer.getByText('Stream Offline')).toBeVisible()

  const encoder = await openOtherPage(browser, otherSite)
  await publishByWhip(encoder, app, copiedKey)
  await expect(goLivePage.getByText('Your encoder is live.')).toBeVisible()
  await expectVideo(viewer)
  await expectSound(viewer)
  await expect(viewer.getByText('LIVE', { exact: true })).toBeVisible()

  // The engine hands over a keyframe for the stream's card.
  const frame = () => viewer.request.get(`/api/streams/${id}/frame`)
  await expect.poll(async () => (await frame()).headers()['content-type']).toBe('image/jpeg')
  expect((await (await frame()).body()).length).toBeGreaterThan(1000)

  await encoder.reload()
  await expect(viewer.getByText(/Video will return automatically/)).toBeVisible()
  await publishByWhip(encoder, app, copiedKey)
  await expectVideo(viewer, 30)
  await expect(viewer.getByText('LIVE', { exact: true })).toBeVisible()

  const studio = await member.context.newPage()
  await checkStudio(studio, id, copiedKey)
  await stopClient(encoder)
  await expect(viewer.getByText('Stream Offline')).toBeVisible()
  await expect(goLivePage.getByText('Waiting for your encoder.')).toBeVisible()
  await expect(studio.getByText('This broadcast comes from your encoder.')).toBeHidden()
  expect(await fetchStream(goLivePage, id)).toMatchObject({ isLive: false })

  await replaceKey(goLivePage, copiedKey)
  await expect(publishByWhip(encoder, app, copiedKey)).rejects.toThrow('401')
})

/** Opens the encoder's tab of the go-live page, with the address of the server and the masked key. */
async function openEncoderTab(goLivePage: Page, appUrl: string): Promise<void> {
  await goLivePage.goto(`${appUrl}/creator/go-live`)
  await goLivePage.getByRole('tab', { name: 'Encoder (OBS)' }).click()
  await expect(goLivePage.getByText('Waiting for your encoder.')).toBeVisible()
  await expect(goLivePage.getByLabel('Server', { exact: true })).toHaveValue(`${appUrl}/whip`)
  await expect(goLivePage.getByLabel('Stream key', { exact: true })).toHaveAttribute('type', 'password')
  await checkAndPhotograph(goLivePage, 'go-live-encoder')
}

async function copyKey(goLivePage: Page): Promise<string> {
  await goLivePage.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await goLivePage.getByRole('button', { name: 'Copy the stream key' }).click()
  await expect(goLivePage.getByText('Copied')).toBeAttached()
  return goLivePage.evaluate(() => navigator.clipboard.readText())
}

/** The studio plays the broadcast of the encoder, and never requests the camera. */
async function checkStudio(studio: Page, streamId: string, key: string): Promise<void> {
  await recordPeers(studio)
  await studio.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () =>
      Promise.reject(new Error('the studio must not request the camera'))
  })
  await studio.goto(`/stream/${streamId}/broadcast`)
  await expect(studio.getByText('This broadcast comes from your encoder.')).toBeVisible()
  await expectVideo(studio)
  await expect(studio.getByRole('button', { name: 'Unmute' })).toBeAttached()
  await expect(studio.getByRole('button', { name: 'Turn camera off' })).toBeHidden()
  await checkAndPhotograph(studio, 'studio-encoder')
  await studio.getByRole('button', { name: 'Broadcast settings' }).click()
  await expect(studio.getByLabel('Stream key', { exact: true })).toHaveValue(key)
  await studio.getByRole('button', { name: 'Replace key' }).click()
  await studio.getByRole('button', { name: 'Cancel' }).click()
  await checkAndPhotograph(studio, 'studio-encoder-settings')
  await studio.getByRole('button', { name: 'Done' }).click()
}

/** Replaces the key on the go-live page, which asks for confirmation. */
async function replaceKey(goLivePage: Page, oldKey: string): Promise<void> {
  const key = goLivePage.getByLabel('Stream key', { exact: true })
  const question = goLivePage.getByRole('alertdialog')
  await goLivePage.getByRole('button', { name: 'Show the stream key' }).click()
  await expect(key).toHaveAttribute('type', 'text')
  await goLivePage.getByRole('button', { name: 'Replace key' }).click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(key).toHaveValue(oldKey)
  await goLivePage.getByRole('button', { name: 'Replace key' }).click()
  await question.getByRole('button', { name: 'Replace key' }).click()
  await expect(goLivePage.getByText('Stream key replaced')).toBeVisible()
  await expect(key).not.toHaveValue(oldKey)
}

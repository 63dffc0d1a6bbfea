import type { Page } from '@playwright/test'
import { checkAndPhotograph, createStream, expect, fetchStream } from '../support/fixtures.ts'
import { openOtherPage, publishByWhip, stopClient, test } from '../support/other-site.ts'
import { expectAudio, expectVideo, recordPeers } from '../support/watching.ts'

test('an encoder goes live with the key of the hub, reconnects, and ends the stream when it stops', async ({
  app,
  browser,
  member,
  secondMember,
  otherSite,
}) => {
  test.slow()
  const { id, streamKey } = await createStream(member.page)
  const [hub, viewer] = [member.page, secondMember.page]
  await hub.goto(otherSite.url)
  // A page of another site is refused without the key, also with the cookies of the member.
  for (const key of ['live_wrong', '']) await expect(publishByWhip(hub, app, key)).rejects.toThrow('401')
  await openEncoderTab(hub, app.url)
  const copiedKey = await copyKey(hub)
  expect(copiedKey).toBe(streamKey)
  await recordPeers(viewer)
  await viewer.goto(`/stream/${id}`)
  await expect(viewer.getByText('Stream Offline')).toBeVisible()

  const encoder = await openOtherPage(browser, otherSite)
  await publishByWhip(encoder, app, copiedKey)
  await expect(hub.getByText('Your encoder is live.')).toBeVisible()
  await expectVideo(viewer)
  await expectAudio(viewer)
  await expect(viewer.getByText('LIVE', { exact: true })).toBeVisible()

  await encoder.reload()
  await expect(viewer.getByText(/Video returns here by itself/)).toBeVisible()
  await publishByWhip(encoder, app, copiedKey)
  await expectVideo(viewer, 30)
  await expect(viewer.getByText('LIVE', { exact: true })).toBeVisible()

  const studio = await member.context.newPage()
  await checkStudio(studio, id, copiedKey)
  await stopClient(encoder)
  await expect(viewer.getByText('Stream Offline')).toBeVisible()
  await expect(hub.getByText('Waiting for your encoder.')).toBeVisible()
  await expect(studio.getByText('This broadcast comes from your encoder.')).toBeHidden()
  expect(await fetchStream(hub, id)).toMatchObject({ isLive: false })

  await replaceKey(hub, copiedKey)
  await expect(publishByWhip(encoder, app, copiedKey)).rejects.toThrow('401')
})

/** Opens the encoder's tab of the hub, with the address of the server and the masked key. */
async function openEncoderTab(hub: Page, appUrl: string): Promise<void> {
  await hub.goto(`${appUrl}/creator/go-live`)
  await hub.getByRole('tab', { name: 'Encoder (OBS)' }).click()
  await expect(hub.getByText('Waiting for your encoder.')).toBeVisible()
  await expect(hub.getByLabel('Server', { exact: true })).toHaveValue(`${appUrl}/whip`)
  await expect(hub.getByLabel('Stream key', { exact: true })).toHaveAttribute('type', 'password')
  await checkAndPhotograph(hub, 'go-live-encoder')
}

async function copyKey(hub: Page): Promise<string> {
  await hub.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await hub.getByRole('button', { name: 'Copy the stream key' }).click()
  await expect(hub.getByText('Copied')).toBeAttached()
  return hub.evaluate(() => navigator.clipboard.readText())
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

/** Replaces the key in the hub, which asks for confirmation. */
async function replaceKey(hub: Page, oldKey: string): Promise<void> {
  const key = hub.getByLabel('Stream key', { exact: true })
  const question = hub.getByRole('alertdialog')
  await hub.getByRole('button', { name: 'Show the stream key' }).click()
  await expect(key).toHaveAttribute('type', 'text')
  await hub.getByRole('button', { name: 'Replace key' }).click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(key).toHaveValue(oldKey)
  await hub.getByRole('button', { name: 'Replace key' }).click()
  await question.getByRole('button', { name: 'Replace key' }).click()
  await expect(hub.getByText('Stream key replaced')).toBeVisible()
  await expect(key).not.toHaveValue(oldKey)
}

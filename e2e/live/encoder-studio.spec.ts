import { createStream, expect, checkAndPhotograph } from '../support/fixtures.ts'
import { openOtherPage, publishByWhip, stopClient, test } from '../support/other-site.ts'
import { expectVideo, recordPeers } from '../support/watching.ts'

test('go-live page and studio show an encoder connect and disconnect, and never request the camera', async ({
  app,
  browser,
  member,
  otherSite,
}) => {
  test.slow()
  const { id, streamKey } = await createStream(member.page)
  const goLivePage = member.page
  await goLivePage.goto('/creator/go-live')
  await goLivePage.getByRole('tab', { name: 'Encoder (OBS)' }).click()
  await expect(goLivePage.getByText('Waiting for your encoder.')).toBeVisible()
  const encoder = await openOtherPage(browser, otherSite)
  await publishByWhip(encoder, app, streamKey)
  await expect(goLivePage.getByText('Your encoder is live.')).toBeVisible()

  const studio = await member.context.newPage()
  await recordPeers(studio)
  await studio.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () =>
      Promise.reject(new Error('the studio must not request the camera'))
  })
  await studio.goto(`/stream/${id}/broadcast`)
  await expect(studio.getByText('This broadcast comes from your encoder.')).toBeVisible()
  await expectVideo(studio)
  await expect(studio.getByRole('button', { name: 'Unmute' })).toBeAttached()
  await expect(studio.getByRole('button', { name: 'Turn camera off' })).toBeHidden()
  await checkAndPhotograph(studio, 'studio-encoder')
  await studio.getByRole('button', { name: 'Broadcast settings' }).click()
  await expect(studio.getByLabel('Stream key', { exact: true })).toHaveValue(streamKey ?? '')
  await studio.getByRole('button', { name: 'Replace key' }).click()
  await studio.getByRole('button', { name: 'Cancel' }).click()
  await checkAndPhotograph(studio, 'studio-encoder-settings')
  await studio.getByRole('button', { name: 'Done' }).click()

  await stopClient(encoder)
  await expect(goLivePage.getByText('Waiting for your encoder.')).toBeVisible()
  await expect(studio.getByText('This broadcast comes from your encoder.')).toBeHidden()
})

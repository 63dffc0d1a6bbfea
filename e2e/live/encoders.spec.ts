import { createStream, expect, fetchStream } from '../support/fixtures.ts'
import { openOtherPage, publishByWhip, stopClient, test } from '../support/other-site.ts'
import { expectAudio, expectVideo, recordPeers } from '../support/watching.ts'

test('an encoder goes live with the stream key, viewers get audio and video, and stopping the encoder ends the stream', async ({
  app,
  browser,
  member,
  secondMember,
  otherSite,
}) => {
  const { id, streamKey } = await createStream(member.page)
  const viewer = secondMember.page
  await recordPeers(viewer)
  await viewer.goto(`/stream/${id}`)
  await expect(viewer.getByText('Stream Offline')).toBeVisible()

  const encoder = await openOtherPage(browser, otherSite)
  await publishByWhip(encoder, app, streamKey)
  await expectVideo(viewer)
  await expectAudio(viewer)
  await expect(viewer.getByText('LIVE', { exact: true })).toBeVisible()

  await stopClient(encoder)
  await expect(viewer.getByText('Stream Offline')).toBeVisible()
  expect(await fetchStream(member.page, id)).toMatchObject({ isLive: false })
})

test('an encoder that reconnects within the grace period continues the same stream', async ({
  app,
  browser,
  member,
  secondMember,
  otherSite,
}) => {
  const { id, streamKey } = await createStream(member.page)
  const viewer = secondMember.page
  await recordPeers(viewer)
  const encoder = await openOtherPage(browser, otherSite)
  await publishByWhip(encoder, app, streamKey)
  await viewer.goto(`/stream/${id}`)
  await expectVideo(viewer)
  await encoder.reload()
  await expect(viewer.getByText(/Video returns here by itself/)).toBeVisible()
  await publishByWhip(encoder, app, streamKey)
  await expectVideo(viewer, 30)
  await expect(viewer.getByText('LIVE', { exact: true })).toBeVisible()
  await stopClient(encoder)
})

test('a page of another site is refused without the key, also with the cookies of the member', async ({
  app,
  member,
  otherSite,
}) => {
  const { id } = await createStream(member.page)
  await member.page.goto(otherSite.url)
  for (const key of ['live_wrong', ''])
    await expect(publishByWhip(member.page, app, key)).rejects.toThrow('401')
  expect(await fetchStream(member.page, id)).toMatchObject({ isLive: false })
})

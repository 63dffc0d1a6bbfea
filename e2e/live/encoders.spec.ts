import { createStream, expect, readStream } from '../support/fixtures.ts'
import { openOtherPage, sendByWhip, stopClient, test } from '../support/other-site.ts'
import { expectSound, expectVideo, keepPeers } from '../support/watching.ts'

test('an encoder goes live with the stream key, viewers see and hear it, and ending it there ends the stream', async ({
  app,
  browser,
  member,
  secondMember,
  otherSite,
}) => {
  const { id, streamKey } = await createStream(member.page)
  const viewer = secondMember.page
  await keepPeers(viewer)
  await viewer.goto(`/stream/${id}`)
  await expect(viewer.getByText('Stream Offline')).toBeVisible()

  const encoder = await openOtherPage(browser, otherSite)
  await sendByWhip(encoder, app, streamKey)
  await expectVideo(viewer)
  await expectSound(viewer)
  await expect(viewer.getByText('LIVE', { exact: true })).toBeVisible()

  await stopClient(encoder)
  await expect(viewer.getByText('Stream Offline')).toBeVisible()
  expect(await readStream(member.page, id)).toMatchObject({ isLive: false })
})

test('an encoder that breaks off and comes back within the grace goes on with the same stream', async ({
  app,
  browser,
  member,
  secondMember,
  otherSite,
}) => {
  const { id, streamKey } = await createStream(member.page)
  const viewer = secondMember.page
  await keepPeers(viewer)
  const encoder = await openOtherPage(browser, otherSite)
  await sendByWhip(encoder, app, streamKey)
  await viewer.goto(`/stream/${id}`)
  await expectVideo(viewer)
  await encoder.reload()
  await expect(viewer.getByText(/Video returns here by itself/)).toBeVisible()
  await sendByWhip(encoder, app, streamKey)
  await expectVideo(viewer, 30)
  await expect(viewer.getByText('LIVE', { exact: true })).toBeVisible()
  await stopClient(encoder)
})

test('a page of another site is refused without the key, and never let in by the member’s cookies', async ({
  app,
  member,
  otherSite,
}) => {
  const { id } = await createStream(member.page)
  await member.page.goto(otherSite.url)
  for (const key of ['live_wrong', '']) await expect(sendByWhip(member.page, app, key)).rejects.toThrow('401')
  expect(await readStream(member.page, id)).toMatchObject({ isLive: false })
})

import { createStream, expect, checkAndPhotograph, test } from '../support/fixtures.ts'
import { countPeers, expectVideo, goLive, recordPeers } from '../support/watching.ts'
import { expectSound } from '../support/playing.ts'

test('a live stream goes on in the corner of other pages until it is closed, but not with a data saver', async ({
  member,
  secondMember,
}) => {
  const viewer = secondMember.page
  const { id } = await createStream(member.page, { title: 'Live from the loom' })
  await goLive(member.page, id)
  await recordPeers(viewer)
  await viewer.goto(`/stream/${id}`)
  await expectVideo(viewer)
  await viewer.getByRole('link', { name: 'Activity' }).first().click()
  const mini = viewer.getByRole('complementary', { name: 'Mini player' })
  await expect(mini.getByText('Live from the loom')).toBeVisible()
  await expectVideo(viewer)
  await expectSound(viewer)
  await checkAndPhotograph(viewer, 'mini-player-live')

  // The page of the stream takes the picture back, without another connection.
  await mini.getByRole('link', { name: 'Back to Live from the loom' }).click()
  await expect(viewer).toHaveURL(`/stream/${id}`)
  await expect(mini).toBeHidden()
  await expectVideo(viewer)
  expect(await countPeers(viewer)).toBe(1)
  await viewer.goBack()
  await mini.getByRole('button', { name: 'Close' }).click()
  await expect(mini).toBeHidden()
  await expect(viewer.locator('video')).toHaveCount(0)
  await expect.poll(() => viewer.evaluate(() => window.peers[0]?.connectionState)).toBe('closed')

  await viewer.evaluate(() => localStorage.setItem('data-saver', 'on'))
  await viewer.goto(`/stream/${id}`)
  await viewer.getByRole('button', { name: 'Play the stream' }).click()
  await expectSound(viewer)
  await viewer.getByRole('link', { name: 'Activity' }).first().click()
  await expect(viewer.getByRole('heading', { level: 1, name: 'Activity' })).toBeVisible()
  await expect(mini).toBeHidden()
  await expect(viewer.locator('video')).toHaveCount(0)
})

import { createStream, expect, look, test } from '../support/fixtures.ts'
import { expectVideo, goLive, keepPeers } from '../support/watching.ts'

test('the legacy viewer plays the stream, says how many watch, and follows', async ({
  member,
  secondMember,
}) => {
  const { id } = await createStream(member.page, { title: 'Sunday stew and stories' })
  const viewer = secondMember.page
  await keepPeers(viewer)
  await viewer.goto(`/stream-old/${id}`)
  await expect(viewer.getByText('Stream Offline')).toBeVisible()
  await look(viewer, 'legacy-offline')

  await goLive(member.page, id)
  await expectVideo(viewer)
  await expect(viewer.getByText('1 watching')).toBeVisible()
  await viewer.getByRole('textbox', { name: 'Message' }).fill('Port of Spain checking in')
  await viewer.keyboard.press('Enter')
  await expect(viewer.getByRole('log')).toContainText('Port of Spain checking in')
  await viewer.getByRole('button', { name: 'Follow' }).first().click()
  await expect(viewer.getByRole('button', { name: 'Following' }).first()).toBeVisible()
  await look(viewer, 'legacy-live')

  const own = await member.context.newPage()
  await own.goto(`/stream-old/${id}`)
  await expect(own.getByRole('heading', { name: 'Sunday stew and stories' })).toBeVisible()
  await expect(viewer.getByText('2 watching')).toBeVisible()
  // To its owner the stream's own pages are no viewers.
  await expect(own.getByText('1 watching')).toBeVisible()
  await expect(own.getByRole('button', { name: 'Follow' })).toHaveCount(0)
  await own.close()
})

test('a connection that cannot be made says so, and trying again reloads the page', async ({
  member,
  secondMember,
}) => {
  const { id } = await createStream(member.page)
  const viewer = secondMember.page
  await viewer.addInitScript(() =>
    Object.defineProperty(window, 'RTCPeerConnection', {
      value: function () {
        throw new Error('refused by this browser')
      },
    }),
  )
  await goLive(member.page, id)
  await viewer.goto(`/stream-old/${id}`)
  await expect(viewer.getByText('Connection Error')).toBeVisible({ timeout: 30_000 })
  await expect(viewer.getByText('Failed to connect to stream')).toBeVisible()
  const reload = viewer.waitForEvent('load')
  await viewer.getByRole('button', { name: 'Try Again' }).click()
  await reload
})

test('a stream that is not there says so in the legacy viewer too', async ({ page }) => {
  await page.goto(`/stream-old/${crypto.randomUUID()}`)
  await expect(page.getByRole('heading', { name: 'Stream Not Found' })).toBeVisible()
})

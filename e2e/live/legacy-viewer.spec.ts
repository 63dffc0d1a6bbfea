import type { Page } from '@playwright/test'
import { createStream, expect, checkAndPhotograph, test } from '../support/fixtures.ts'
import { expectVideo, goLive, recordPeers } from '../support/watching.ts'

test('the legacy viewer plays the stream, shows the number of viewers, offers to follow, and reports a failed connection', async ({
  member,
  secondMember,
}) => {
  const { id } = await createStream(member.page, { title: 'Sunday stew and stories' })
  const viewer = secondMember.page
  await recordPeers(viewer)
  await viewer.goto(`/stream-old/${id}`)
  await expect(viewer.getByText('Stream Offline')).toBeVisible()
  await checkAndPhotograph(viewer, 'legacy-offline')

  await goLive(member.page, id)
  await expectVideo(viewer)
  await expect(viewer.getByText('1 watching')).toBeVisible()
  await viewer.getByRole('textbox', { name: 'Message' }).fill('Port of Spain checking in')
  await viewer.keyboard.press('Enter')
  await expect(viewer.getByRole('log')).toContainText('Port of Spain checking in')
  await viewer.getByRole('button', { name: 'Follow' }).first().click()
  await expect(viewer.getByRole('button', { name: 'Following' }).first()).toBeVisible()
  await checkAndPhotograph(viewer, 'legacy-live')

  const ownerPage = await member.context.newPage()
  await ownerPage.goto(`/stream-old/${id}`)
  await expect(ownerPage.getByRole('heading', { name: 'Sunday stew and stories' })).toBeVisible()
  await expect(viewer.getByText('2 watching')).toBeVisible()
  // The owner's pages are not counted in the number that the owner sees.
  await expect(ownerPage.getByText('1 watching')).toBeVisible()
  await expect(ownerPage.getByRole('button', { name: 'Follow' })).toHaveCount(0)

  await failConnections(ownerPage)
  await ownerPage.reload()
  await expect(ownerPage.getByText('Connection Error')).toBeVisible()
  await expect(ownerPage.getByText('Failed to connect to stream')).toBeVisible()
  const reload = ownerPage.waitForEvent('load')
  await ownerPage.getByRole('button', { name: 'Try Again' }).click()
  await reload
})

/** Makes the browser refuse every peer connection from the next load on. */
async function failConnections(page: Page): Promise<void> {
  await page.addInitScript(() =>
    Object.defineProperty(window, 'RTCPeerConnection', {
      value: function () {
        throw new Error('refused by this browser')
      },
    }),
  )
}

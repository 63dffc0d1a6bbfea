import type { Page } from '@playwright/test'
import { messageField } from '../support/chatting.ts'
import { axeCheck, createStream, expect, photographWindow, test } from '../support/fixtures.ts'
import { forEachTheme } from '../support/themes.ts'
import { expectVideo, goLive, recordPeers } from '../support/watching.ts'

test('on a desktop the chat fills the height beside the video, which has no bars; theatre mode, volume and keys', async ({
  member: creator,
  secondMember: { page },
}) => {
  const { id } = await createStream(creator.page, { title: 'Indigo, from leaf to cloth' })
  await goLive(creator.page, id)
  await recordPeers(page)
  await page.goto(`/stream/${id}`)
  await expectVideo(page)

  await test.step('the chat is as high as the screen allows, and at least 600 px', async () => {
    for (const [width, height] of [
      [1440, 900],
      [1920, 1080],
      [1280, 640],
    ] as const) {
      await page.setViewportSize({ width, height })
      const [chat, video] = [
        await boxOf(page, 'section[aria-labelledby=chat-heading]'),
        await boxOf(page, '[data-player]'),
      ]
      expect(chat.height).toBeGreaterThanOrEqual(Math.max(600, video.height - 1))
      expect(chat.height).toBeLessThanOrEqual(Math.max(600, height))
      expect(video.width / video.height).toBeCloseTo(16 / 9, 1)
      await forEachTheme(page, (theme) => photographWindow(page, `desktop-stream-${width}-${theme}`))
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    await axeCheck(page)
  })

  await test.step('theatre mode gives the video the whole width', async () => {
    const before = await boxOf(page, '[data-player]')
    await page.keyboard.press('t')
    await expect
      .poll(async () => (await boxOf(page, '[data-player]')).width)
      .toBeGreaterThan(before.width + 200)
    await photographWindow(page, 'desktop-stream-theatre')
    await page.reload()
    await expectVideo(page)
    expect((await boxOf(page, '[data-player]')).width).toBeGreaterThan(before.width + 200)
    await page.locator('[data-player]').hover()
    await page.getByRole('button', { name: 'Leave theatre mode' }).click()
    await expect.poll(async () => (await boxOf(page, '[data-player]')).width).toBe(before.width)
  })

  await test.step('the data used is in the menu of the quality, and not on the video', async () => {
    await expect(page.locator('[data-player]').getByText(/MB/)).toHaveCount(0)
    await page.getByRole('button', { name: /^Quality/ }).click()
    await expect(page.getByText(/^Data used [\d.]+ MB$/)).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('keys: the list, the chat, mute', async () => {
    await page.locator('body').press('?')
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(list.getByText('Write in the chat')).toBeVisible()
    await photographWindow(page, 'desktop-stream-keys')
    await page.keyboard.press('Escape')
    await expect(list).toBeHidden()
    await page.keyboard.press('m')
    await expect(page.getByRole('slider', { name: 'Volume' })).toHaveValue('0')
    await page.keyboard.press('m')
    await page.keyboard.press('c')
    await expect(messageField(page)).toBeFocused()
    // Letters are text now.
    await page.keyboard.type('mtc')
    await expect(messageField(page)).toHaveValue('mtc')
  })
})

async function boxOf(page: Page, selector: string): Promise<{ width: number; height: number }> {
  const box = await page.locator(selector).boundingBox()
  if (!box) throw new Error(`${selector} is not shown`)
  return box
}

import type { Locator, Page } from '@playwright/test'
import { interceptSocket, keepSending, openBusyChat, sendMessages } from '../support/busy-chat.ts'
import { chatLog, messageOf } from '../support/chatting.ts'
import { createStream, expect, signUp, test } from '../support/fixtures.ts'

test('a chat with fifty messages a second stays at the newest and renders only the visible ones; scrolled up it does not move, and a button counts new messages', async ({
  member: { page },
}) => {
  const stream = await createStream(page)
  const { opened } = await interceptSocket(page)
  await openBusyChat(page, stream)
  const sending = sendMessages(await opened, stream, 200)
  await expect(messageOf(page, /message 1\d\d,/).last()).toBeVisible()
  expect(await chatLog(page).getByRole('article').count()).toBeLessThan(40)
  await sending
  await expect(messageOf(page, 'message 200,')).toBeInViewport()

  await chatLog(page).hover()
  await page.mouse.wheel(0, -2000)
  await expect(page.getByRole('button', { name: 'Newest messages' })).toBeVisible()
  // Wait until scrolling has stopped.
  await expect.poll(() => isStill(page)).toBe(true)
  const visibleMessage = await messageInView(page)
  const before = await visibleMessage.boundingBox()
  await sendMessages(await opened, stream, 50, 200)
  await expect(page.getByRole('button', { name: '50 new messages' })).toBeVisible()
  expect((await visibleMessage.boundingBox())?.y).toBeCloseTo(before?.y ?? Number.NaN, 0)
  await page.getByRole('button', { name: '50 new messages' }).click()
  await expect(messageOf(page, 'message 250,')).toBeInViewport()
  await sendMessages(await opened, stream, 50, 250)
  await expect(messageOf(page, 'message 300,')).toBeInViewport()
})

for (const pixels of [40, 1500]) {
  test(`a chat with fifty messages a second stops when it is scrolled up by ${pixels} px`, async ({
    browser,
    member: { page },
  }) => {
    const streamer = await browser.newContext()
    await signUp(streamer)
    const stream = await createStream(streamer)
    const { opened } = await interceptSocket(page)
    await openBusyChat(page, stream)
    const stopSending = keepSending(await opened, stream)
    await expect(messageOf(page, /message ([6-9]\d|\d{3,}),/).last()).toBeVisible()
    await chatLog(page).hover()
    await page.mouse.wheel(0, -pixels)
    await expect(page.getByRole('button', { name: /new messages/ })).toBeVisible()
    await expect.poll(() => isStill(page)).toBe(true)
    const visibleMessage = await messageInView(page)
    const before = await visibleMessage.boundingBox()
    await expect(page.getByRole('button', { name: /\d\d\d new messages/ })).toBeVisible()
    stopSending()
    expect((await visibleMessage.boundingBox())?.y).toBeCloseTo(before?.y ?? Number.NaN, 0)
  })
}

/** Returns a message that is visible now. */
async function messageInView(page: Page): Promise<Locator> {
  const texts = await chatLog(page).evaluate((box) => {
    const { top, bottom } = box.getBoundingClientRect()
    return [...box.querySelectorAll('[role=article], article')]
      .filter((row) => row.getBoundingClientRect().top > top && row.getBoundingClientRect().bottom < bottom)
      .map(({ textContent }) => textContent ?? '')
  })
  const visibleMessage = messageOf(page, /message \d+,/.exec(texts[0] ?? '')?.[0] ?? 'none')
  await expect(visibleMessage).toBeInViewport()
  return visibleMessage
}

/** Whether the scroll position is unchanged after a few frames. */
function isStill(page: Page): Promise<boolean> {
  return chatLog(page).evaluate(async (box) => {
    const before = box.scrollTop
    for (let frame = 0; frame < 15; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
    return box.scrollTop === before
  })
}

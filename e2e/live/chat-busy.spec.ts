import type { Page, WebSocketRoute } from '@playwright/test'
import type { Stream } from '../../src/shared/streams.ts'
import { chatLog, messageOf } from '../support/chatting.ts'
import { createStream, expect, test } from '../support/fixtures.ts'

const MESSAGES_PER_SECOND = 50
const SECONDS = 4
/** Largest share of the main thread that messages may use; the rest is for input. */
const MAX_BUSY_SHARE = 0.5

test('a busy chat stays at the newest message and renders only the visible ones; scrolled up it does not move', async ({
  member: { page },
}) => {
  const stream = await createStream(page)
  const { opened } = await interceptSocket(page)
  await page.goto(`/stream/${stream.id}`)
  const socket = await opened
  // The page has finished loading before the measurement begins.
  await sendMessages(socket, stream, { count: 100, perSecond: 500 })
  await expect(messageOf(page, 'message 100,')).toBeInViewport()
  const busySeconds = await measureMainThread(page)
  const sending = sendMessages(socket, stream, { count: MESSAGES_PER_SECOND * SECONDS, after: 100 })
  await expect(messageOf(page, /message 2\d\d,/).last()).toBeVisible()
  expect(await chatLog(page).getByRole('article').count()).toBeLessThan(40)
  await sending
  await expect(messageOf(page, 'message 300,')).toBeInViewport()
  // Frame times depend on the load of the machine; the CPU time of the thread hardly does.
  expect((await busySeconds()) / SECONDS, 'busy share of the main thread').toBeLessThan(MAX_BUSY_SHARE)

  // More than the page keeps while it is at the newest message.
  await sendMessages(socket, stream, { count: 300, after: 300, perSecond: 500 })
  await expect(messageOf(page, 'message 600,')).toBeInViewport()
  // While the list still follows the newest message, it would undo the scrolling.
  await expect.poll(() => isStill(page)).toBe(true)
  await chatLog(page).hover()
  await page.mouse.wheel(0, -2000)
  await expect(page.getByRole('button', { name: 'Newest messages' })).toBeVisible()
  // Wait until scrolling has stopped.
  await expect.poll(() => isStill(page)).toBe(true)
  // The newest message, the last row, is also rendered where it is not visible.
  const row = chatLog(page).getByRole('article').nth(6)
  const text = (await row.textContent()) ?? ''
  const visibleMessage = messageOf(page, /message \d+,/.exec(text)?.[0] ?? 'none')
  const before = await visibleMessage.boundingBox()
  await sendMessages(socket, stream, { count: 150, after: 600, perSecond: 500 })
  await expect(page.getByRole('button', { name: '150 new messages' })).toBeVisible()
  expect((await visibleMessage.boundingBox())?.y).toBeCloseTo(before?.y ?? Number.NaN, 0)
  await page.getByRole('button', { name: '150 new messages' }).click()
  await expect(messageOf(page, 'message 750,')).toBeInViewport()
  await sendMessages(socket, stream, { count: 100, after: 750, perSecond: 500 })
  await expect(messageOf(page, 'message 850,')).toBeInViewport()
})

/** Intercepts the page's socket, so that the test can send messages to the page; resolves once it is open. */
async function interceptSocket(page: Page): Promise<{ opened: Promise<WebSocketRoute> }> {
  let resolveOpened: (socket: WebSocketRoute) => void = () => {}
  const opened = new Promise<WebSocketRoute>((resolve) => {
    resolveOpened = resolve
  })
  await page.routeWebSocket(/\/ws$/, (route) => {
    route.connectToServer()
    resolveOpened(route)
  })
  return { opened }
}

type Batch = { count: number; after?: number; perSecond?: number }

/** Sends messages of several users to the page, numbered from `after` on, by default at the rate of a busy chat. */
function sendMessages(
  socket: WebSocketRoute,
  { id, streamer }: Stream,
  { count, after = 0, perSecond = MESSAGES_PER_SECOND }: Batch,
): Promise<void> {
  return new Promise((done) => {
    let sent = 0
    const timer = setInterval(() => {
      sent += 1
      const number = after + sent
      const user = {
        ...streamer,
        id: `0198c1d2-0000-7000-8000-0000000000${10 + (number % 40)}`,
        firstName: `Guest ${number % 40}`,
      }
      const data = {
        id: `f198c1d2-${String(number).padStart(4, '0')}-7000-8000-000000000000`,
        streamId: id,
        userId: user.id,
        message: `message ${number}, ${'with some more words '.repeat(number % 5)}`,
        createdAt: new Date().toISOString(),
        user,
        clientId: null,
        replyTo: null,
      }
      socket.send(JSON.stringify({ type: 'chat_message', streamId: id, data }))
      if (sent < count) return
      clearInterval(timer)
      done()
    }, 1000 / perSecond)
  })
}

/** Returns a function that returns the CPU seconds of the page's main thread since; other processes do not count. */
async function measureMainThread(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const cpuSeconds = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
  }
  const before = await cpuSeconds()
  return async () => (await cpuSeconds()) - before
}

/** Whether the scroll position is unchanged after a few frames. */
function isStill(page: Page): Promise<boolean> {
  return chatLog(page).evaluate(async (box) => {
    const before = box.scrollTop
    for (let frame = 0; frame < 15; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
    return box.scrollTop === before
  })
}

import type { Page, WebSocketRoute } from '@playwright/test'
import type { Stream } from '../../src/shared/streams.ts'
import { log, messageOf } from '../support/chatting.ts'
import { createStream, expect, test } from '../support/fixtures.ts'

const PER_SECOND = 50
const SECONDS = 10
/** What is left of the page's thread answers its reader. */
const BUSIEST = 0.5

declare global {
  interface Window {
    /** What the page took long for since `watchFrames`, in ms. */
    took: { tasks: number[]; frames: number[] }
  }
}

test('fifty messages a second are followed, and drawn no more than can be seen', async ({ member, app }) => {
  const stream = await createStream(member.page)
  const { opened } = await busySocket(member.page)
  await member.page.goto(`${app.url}/stream/${stream.id}`)
  await watchFrames(member.page)
  const busySeconds = await measureThread(member.page)
  const pouring = pour(await opened, stream, PER_SECOND * SECONDS)
  await expect(messageOf(member.page, /message [1-4]\d\d,/).last()).toBeVisible()
  expect(await log(member.page).getByRole('article').count()).toBeLessThan(40)
  await pouring
  await expect(messageOf(member.page, `message ${PER_SECOND * SECONDS},`)).toBeInViewport()
  const busy = await busySeconds()
  const { tasks, frames } = await member.page.evaluate(() => window.took)
  const sorted = frames.toSorted((a, b) => a - b)
  console.log(
    `main thread busy ${((busy / SECONDS) * 100).toFixed(0)} % of ${SECONDS} s (${((busy * 1000) / (PER_SECOND * SECONDS)).toFixed(1)} ms a message); ` +
      `${frames.length} frames, p95 ${sorted[Math.floor(frames.length * 0.95)]?.toFixed(0)} ms, longest ${sorted.at(-1)?.toFixed(0)} ms, ` +
      `${tasks.length} tasks over 50 ms, longest ${Math.max(0, ...tasks).toFixed(0)} ms`,
  )
  // Frames depend on what else the machine does, the thread's own time hardly.
  expect(busy / SECONDS, 'busy share of the main thread').toBeLessThan(BUSIEST)
})

test('who has scrolled up reads on without a jump, and hears how much has come', async ({ member, app }) => {
  const { page } = member
  const stream = await createStream(page)
  const { opened } = await busySocket(page)
  await page.goto(`${app.url}/stream/${stream.id}`)
  await pour(await opened, stream, 600)
  await expect(messageOf(page, 'message 600,')).toBeInViewport()
  await log(page).hover()
  await page.mouse.wheel(0, -2000)
  await expect(page.getByRole('button', { name: 'Newest messages' })).toBeVisible()
  const row = log(page).getByRole('article').nth(12)
  const text = (await row.textContent()) ?? ''
  const read = messageOf(page, /message \d+,/.exec(text)?.[0] ?? 'none')
  // The wheel has come to rest.
  await expect.poll(() => isStill(page)).toBe(true)
  const before = await read.boundingBox()
  await pour(await opened, stream, 150, 600)
  await expect(page.getByRole('button', { name: '150 new messages' })).toBeVisible()
  expect((await read.boundingBox())?.y).toBeCloseTo(before?.y ?? Number.NaN, 0)
  await page.getByRole('button', { name: '150 new messages' }).click()
  await expect(messageOf(page, 'message 750,')).toBeInViewport()
  await pour(await opened, stream, 100, 750)
  await expect(messageOf(page, 'message 850,')).toBeInViewport()
})

/** The page's socket, once it is opened; the test speaks over it too. */
async function busySocket(page: Page): Promise<{ opened: Promise<WebSocketRoute> }> {
  let tell: (socket: WebSocketRoute) => void = () => {}
  const opened = new Promise<WebSocketRoute>((resolve) => {
    tell = resolve
  })
  await page.routeWebSocket(/\/ws$/, (route) => {
    route.connectToServer()
    tell(route)
  })
  return { opened }
}

/** Has messages of several members come over the socket, at the pace of a busy chat. */
function pour(socket: WebSocketRoute, { id, streamer }: Stream, count: number, after = 0): Promise<void> {
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
    }, 1000 / PER_SECOND)
  })
}

/** Says how many seconds of CPU the page's own thread has used since; other processes of the machine do not count. */
async function measureThread(page: Page): Promise<() => Promise<number>> {
  const chrome = await page.context().newCDPSession(page)
  await chrome.send('Performance.enable', { timeDomain: 'threadTicks' })
  const used = async () => {
    const { metrics } = await chrome.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
  }
  const before = await used()
  return async () => (await used()) - before
}

async function watchFrames(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.took = { tasks: [], frames: [] }
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.took.tasks.push(duration)
    }).observe({ type: 'longtask' })
    let last = performance.now()
    const frame = (now: number) => {
      window.took.frames.push(now - last)
      last = now
      requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
  })
}

/** Whether the list stands at the same place a few frames later. */
function isStill(page: Page): Promise<boolean> {
  return log(page).evaluate(async (box) => {
    const before = box.scrollTop
    for (let frame = 0; frame < 15; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
    return box.scrollTop === before
  })
}

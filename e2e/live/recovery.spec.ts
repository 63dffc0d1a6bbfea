import type { Page } from '@playwright/test'
import { type Member, createStream, expect, test } from '../support/fixtures.ts'
import { countPeers, expectVideo, recordPeers, startStream } from '../support/watching.ts'

declare global {
  interface Window {
    /** Every WebSocket of the page, newest last; recorded by `recordSockets`. */
    sockets: WebSocket[]
  }
}

/** Opens a page and sets a marker on its window, which a reload would lose. */
async function openPage(page: Page, address: string): Promise<void> {
  await recordPeers(page)
  await recordSockets(page)
  await page.goto(address)
  await page.evaluate(() => Object.assign(window, { isFirstLoad: true }))
}

async function recordSockets(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.sockets = []
    window.WebSocket = class extends WebSocket {
      constructor(...parameters: ConstructorParameters<typeof WebSocket>) {
        super(...parameters)
        window.sockets.push(this)
      }
    }
  })
}

/** Counts the `join_stream` messages that the page sends from now on. */
async function countJoins(page: Page): Promise<() => number> {
  const session = await page.context().newCDPSession(page)
  let joins = 0
  session.on('Network.webSocketFrameSent', ({ response }) => {
    if (response.payloadData.includes('"join_stream"')) joins += 1
  })
  await session.send('Network.enable')
  return () => joins
}

async function broadcastAndWatch(member: Member, viewer: Page): Promise<void> {
  const { id } = await createStream(member.page)
  await openPage(member.page, `/stream/${id}/broadcast`)
  await startStream(member.page)
  await openPage(viewer, `/stream/${id}`)
  // Enough frames for the page to have a baseline of its connection statistics.
  await expectVideo(viewer, 30)
}

async function expectRecovery(member: Member, viewer: Page): Promise<void> {
  await expectVideo(viewer, 30)
  await expect(member.page.getByText('LIVE', { exact: true })).toBeVisible()
  await expect(viewer.getByText('LIVE', { exact: true })).toBeVisible()
  for (const page of [member.page, viewer])
    expect(await page.evaluate(() => 'isFirstLoad' in window), 'the page was not reloaded').toBe(true)
}

/**
 * Breaks the latest peer connection without notice, as after a change of network: `close()` fires no event, and the
 * statistics freeze.
 */
async function closePeerSilently(page: Page): Promise<void> {
  await page.evaluate(() => window.peers.at(-1)?.close())
}

/** An event that announces the failure: a silent connection is then replaced sooner, which the tests of sessions check. */
const FAILURES = [
  { what: 'whose connection dies without an event', event: null },
  { what: 'who changes to another network', event: 'online' },
] as const

for (const role of ['viewer', 'broadcaster'] as const) {
  for (const { what, event } of FAILURES)
    test(`a ${role} ${what} reconnects`, async ({ member, secondMember }) => {
      const viewer = secondMember.page
      await broadcastAndWatch(member, viewer)
      const page = role === 'viewer' ? viewer : member.page
      const peers = await countPeers(page)
      await closePeerSilently(page)
      if (event) await page.evaluate((type) => dispatchEvent(new Event(type)), event)
      await expect.poll(() => countPeers(page)).toBeGreaterThan(peers)
      await expectRecovery(member, viewer)
    })

  test(`a ${role} whose socket is lost continues over a new one`, async ({ member, secondMember }) => {
    const viewer = secondMember.page
    await broadcastAndWatch(member, viewer)
    const page = role === 'viewer' ? viewer : member.page
    const sockets = await page.evaluate(() => {
      window.sockets.at(-1)?.close()
      return window.sockets.length
    })
    await expect.poll(() => page.evaluate(() => window.sockets.length)).toBeGreaterThan(sockets)
    await expectRecovery(member, viewer)
    await member.page.getByRole('button', { name: 'End Stream' }).click()
    await expect(viewer.getByText('Stream Offline')).toBeVisible()
  })
}

test('video returns without a reload after the engine was suspended', async ({
  app,
  member,
  secondMember,
}) => {
  const viewer = secondMember.page
  await broadcastAndWatch(member, viewer)
  const pid = app.enginePid()
  if (pid === null) throw new Error('the engine is not running')
  const joins = await countJoins(viewer)
  process.kill(pid, 'SIGSTOP')
  try {
    await expect(viewer.getByText('Reconnecting')).toBeVisible()
    // The page requests another connection.
    await expect.poll(joins, { timeout: 30_000 }).toBeGreaterThan(0)
  } finally {
    resumeProcess(pid)
  }
  await expectRecovery(member, viewer)
})

/** Resumes the process, unless the app has killed it meanwhile because it was unresponsive. */
function resumeProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGCONT')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

test('broadcaster and viewer reconnect by themselves after a restart of the server', async ({
  app,
  member,
  secondMember,
}) => {
  const viewer = secondMember.page
  await broadcastAndWatch(member, viewer)
  await app.restart()
  await expectRecovery(member, viewer)
})

test('a laptop that wakes from sleep reconnects before the stall timeout', async ({
  member,
  secondMember,
}) => {
  const viewer = secondMember.page
  // A fake clock in the page, so that the test does not depend on the speed of the machine.
  await viewer.clock.install()
  const opened = viewer.waitForEvent('websocket')
  await broadcastAndWatch(member, viewer)
  const socket = await opened
  const peers = await countPeers(viewer)
  await viewer.clock.pauseAt((await viewer.evaluate(() => Date.now())) + 100)
  await closePeerSilently(viewer)
  const pong = socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('"pong"'))
  await freezeForAnHour(viewer)
  await pong
  for (let second = 1; second <= 5; second++) {
    await viewer.clock.runFor(1000)
    // Wait until the page has finished its poll of the statistics.
    await viewer.evaluate(() => window.peers.at(-1)?.getStats())
  }
  await expect.poll(() => countPeers(viewer)).toBeGreaterThan(peers)
  await viewer.clock.resume()
  await expectRecovery(member, viewer)
})

/** Freezes the page and advances its clock by an hour before it resumes. */
async function freezeForAnHour(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setWebLifecycleState', { state: 'frozen' })
  await page.clock.fastForward('01:00:00')
  await session.send('Page.setWebLifecycleState', { state: 'active' })
}

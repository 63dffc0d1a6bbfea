import type { Page } from '@playwright/test'
import type { AppUnderTest } from '../support/app-under-test.ts'
import { type Member, createStream, expect, test } from '../support/fixtures.ts'
import {
  endStream,
  countPeers,
  expectVideo,
  recordPeers,
  sendSmallVideo,
  startStream,
} from '../support/watching.ts'

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

/** Starts a broadcast and opens it on the page of the viewer. */
async function broadcastAndWatch(member: Member, viewer: Page): Promise<void> {
  const { id } = await createStream(member.page)
  await sendSmallVideo(member.page)
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

/** Closes the page's socket, and waits until the page has opened another one. */
async function loseSocket(page: Page): Promise<void> {
  const sockets = await page.evaluate(() => {
    window.sockets.at(-1)?.close()
    return window.sockets.length
  })
  await expect.poll(() => page.evaluate(() => window.sockets.length)).toBeGreaterThan(sockets)
}

test('pages whose connection or socket is lost reconnect, and a laptop that wakes from sleep does so before the stall timeout', async ({
  member,
  secondMember,
}) => {
  test.slow()
  const viewer = secondMember.page
  // A fake clock in the page, which runs until it is paused, so that the test does not depend on the speed of the machine.
  await viewer.clock.install()
  await broadcastAndWatch(member, viewer)
  for (const page of [viewer, member.page]) {
    const peers = await countPeers(page)
    await closePeerSilently(page)
    await expect.poll(() => countPeers(page)).toBeGreaterThan(peers)
    await expectRecovery(member, viewer)
  }
  for (const page of [member.page, viewer]) await loseSocket(page)
  await expectRecovery(member, viewer)
  await sleepAndWake(viewer)
  await expectRecovery(member, viewer)
  // The engine and the sockets still know both pages.
  await endStream(member.page)
  await expect(viewer.getByText('Stream Offline')).toBeVisible()
})

/** Breaks the connection during a sleep, and expects another one within five seconds of the page's fake clock. */
async function sleepAndWake(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  let pongs = 0
  session.on('Network.webSocketFrameReceived', ({ response }) => {
    if (response.payloadData.includes('"pong"')) pongs += 1
  })
  await session.send('Network.enable')
  const peers = await countPeers(page)
  // A time that has passed when the call arrives on a busy machine is refused; one far ahead would itself be a sleep.
  await expect(async () => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 2000)).toPass()
  await closePeerSilently(page)
  const pongsBefore = pongs
  await session.send('Page.setWebLifecycleState', { state: 'frozen' })
  await page.clock.fastForward('01:00:00')
  await session.send('Page.setWebLifecycleState', { state: 'active' })
  await expect.poll(() => pongs).toBeGreaterThan(pongsBefore)
  for (let second = 1; second <= 5; second++) {
    await page.clock.runFor(1000)
    // Wait until the page has finished its poll of the statistics.
    await page.evaluate(() => window.peers.at(-1)?.getStats())
  }
  await expect.poll(() => countPeers(page)).toBeGreaterThan(peers)
  await page.clock.resume()
}

test('video returns without a reload after the engine was suspended and killed, and after a restart of the server', async ({
  app,
  member,
  secondMember,
}) => {
  test.slow()
  const viewer = secondMember.page
  await broadcastAndWatch(member, viewer)
  await suspendEngine(app, viewer)
  await expectRecovery(member, viewer)

  const [killed, peers] = [app.enginePid(), await countPeers(viewer)]
  app.killEngine()
  await expect.poll(() => countPeers(viewer)).toBeGreaterThan(peers)
  await expectRecovery(member, viewer)
  expect(app.enginePid()).not.toBe(killed)

  await app.restart()
  await expectRecovery(member, viewer)
})

/**
 * Suspends the engine until the page requests another connection, or receives one from the engine's successor: the server
 * replaces a suspended engine after a while.
 */
async function suspendEngine(app: AppUnderTest, page: Page): Promise<void> {
  const pid = app.enginePid()
  if (pid === null) throw new Error('the engine is not running')
  const [joins, peers] = [await countJoins(page), await countPeers(page)]
  process.kill(pid, 'SIGSTOP')
  try {
    await expect(page.getByText('Reconnecting')).toBeVisible()
    await expect.poll(async () => joins() + (await countPeers(page)) - peers).toBeGreaterThan(0)
  } finally {
    resumeProcess(pid)
  }
}

/** Resumes the process, unless the app has killed it meanwhile because it was unresponsive. */
function resumeProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGCONT')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

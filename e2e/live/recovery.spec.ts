import type { Page } from '@playwright/test'
import { type Member, createStream, expect, test } from '../support/fixtures.ts'
import { countPeers, expectVideo, keepPeers, startStream } from '../support/watching.ts'

declare global {
  interface Window {
    /** Every WebSocket that the page made, newest last; kept by `keepSockets`. */
    sockets: WebSocket[]
  }
}

/** Without a reload: what the page remembers of itself is still there at the end. */
async function open(page: Page, address: string): Promise<void> {
  await keepPeers(page)
  await keepSockets(page)
  await page.goto(address)
  await page.evaluate(() => Object.assign(window, { isFirstLoad: true }))
}

async function keepSockets(page: Page): Promise<void> {
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

/** How often the page asks to join from its next socket message on. */
async function countJoins(page: Page): Promise<() => number> {
  const session = await page.context().newCDPSession(page)
  let joins = 0
  session.on('Network.webSocketFrameSent', ({ response }) => {
    if (response.payloadData.includes('"join_stream"')) joins += 1
  })
  await session.send('Network.enable')
  return () => joins
}

async function onAir(member: Member, viewer: Page): Promise<void> {
  const { id } = await createStream(member.page)
  await open(member.page, `/stream/${id}/broadcast`)
  await startStream(member.page)
  await open(viewer, `/stream/${id}`)
  // Long enough for the page to know its connection.
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
 * The latest connection is gone while the page believes in it, as after a change of the network: one that is closed
 * from outside fires no event, and its statistics stand still.
 */
async function cutPeer(page: Page): Promise<void> {
  await page.evaluate(() => window.peers.at(-1)?.close())
}

/** What a page is told of the cut, and in how many ms it has another connection: without a word its silence says it, after 6 s. */
const CUTS = [
  { what: 'whose connection dies without a word', event: null, within: 20_000 },
  { what: 'who comes to another network', event: 'online', within: 5000 },
] as const

for (const who of ['viewer', 'broadcaster'] as const) {
  for (const { what, event, within } of CUTS)
    test(`a ${who} ${what} has another connection soon`, async ({ member, secondMember }) => {
      const viewer = secondMember.page
      await onAir(member, viewer)
      const page = who === 'viewer' ? viewer : member.page
      const peers = await countPeers(page)
      await cutPeer(page)
      if (event) await page.evaluate((type) => dispatchEvent(new Event(type)), event)
      await expect.poll(() => countPeers(page), { timeout: within }).toBeGreaterThan(peers)
      await expectRecovery(member, viewer)
    })

  test(`a ${who} whose socket is lost goes on, and is reached over the next one`, async ({
    member,
    secondMember,
  }) => {
    const viewer = secondMember.page
    await onAir(member, viewer)
    const page = who === 'viewer' ? viewer : member.page
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

test('an engine that stops for a while and goes on is watched again without a reload', async ({
  app,
  member,
  secondMember,
}) => {
  const viewer = secondMember.page
  await onAir(member, viewer)
  const pid = app.enginePid()
  if (pid === null) throw new Error('the engine is not running')
  const joins = await countJoins(viewer)
  process.kill(pid, 'SIGSTOP')
  try {
    await expect(viewer.getByText('Reconnecting')).toBeVisible()
    // The page asks for another connection.
    await expect.poll(joins, { timeout: 30_000 }).toBeGreaterThan(0)
  } finally {
    goOn(pid)
  }
  await expectRecovery(member, viewer)
})

/** Unless the app has ended it meanwhile, as it does with an engine that does not answer. */
function goOn(pid: number): void {
  try {
    process.kill(pid, 'SIGCONT')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

test('a server that is started again finds broadcaster and viewer by itself', async ({
  app,
  member,
  secondMember,
}) => {
  const viewer = secondMember.page
  await onAir(member, viewer)
  await app.restart()
  await expectRecovery(member, viewer)
})

test('a laptop that slept sees the stream again, sooner than one that has to wonder', async ({
  member,
  secondMember,
}) => {
  const viewer = secondMember.page
  // The page's time is the test's, so that no machine is too slow for it.
  await viewer.clock.install()
  const opened = viewer.waitForEvent('websocket')
  await onAir(member, viewer)
  const socket = await opened
  const peers = await countPeers(viewer)
  await viewer.clock.pauseAt((await viewer.evaluate(() => Date.now())) + 100)
  await cutPeer(viewer)
  const answered = socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('"pong"'))
  await sleepAnHour(viewer)
  await answered
  for (let second = 1; second <= 5; second++) {
    await viewer.clock.runFor(1000)
    // So that its look at the connection is over, too.
    await viewer.evaluate(() => window.peers.at(-1)?.getStats())
  }
  await expect.poll(() => countPeers(viewer)).toBeGreaterThan(peers)
  await viewer.clock.resume()
  await expectRecovery(member, viewer)
})

/** The clock has gone on by an hour when the page wakes. */
async function sleepAnHour(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setWebLifecycleState', { state: 'frozen' })
  await page.clock.fastForward('01:00:00')
  await session.send('Page.setWebLifecycleState', { state: 'active' })
}

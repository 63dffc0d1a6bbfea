import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { users } from '#server/features/accounts/users/schema.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import { SOCKET_LIMITS, type SocketLimits } from './socket-limits.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp({
    env: { SOCKET_HEARTBEAT_SECONDS: '0.5' },
    socketLimits: { ...SOCKET_LIMITS, perClient: 3 },
  })
})
afterAll(() => server.close())

async function startLimited(limits: Partial<SocketLimits>): Promise<TestApp> {
  const limited = await startTestApp({ socketLimits: { ...SOCKET_LIMITS, ...limits } })
  onTestFinished(() => limited.close())
  return limited
}

const uuid = () => crypto.randomUUID()

test.each([
  ['not JSON at all'],
  ['null'],
  ['[]'],
  ['{}'],
  ['{"type":"constructor"}'],
  ['{"type":"__proto__"}'],
  [`{"type":"subscribe_feed","filler":${'['.repeat(40)}${']'.repeat(40)}}`],
  [JSON.stringify({ type: 'join_stream' })],
  [JSON.stringify({ type: 'join_stream', streamId: 'x' })],
  [JSON.stringify({ type: 'webrtc_offer', streamId: uuid(), data: { type: 'answer', sdp: 'x' } })],
  [JSON.stringify({ type: 'webrtc_ice_candidate', streamId: uuid(), candidate: 'x' })],
  [JSON.stringify({ type: 'chat_message', streamId: uuid(), content: { length: 3 } })],
])('%s gets an error as its reply, and the socket stays open', async (message) => {
  const socket = await server.client().openSocket()
  socket.send(message)
  expect(await socket.waitFor('error')).toMatchObject({ code: 'invalid' })
  expect(await socket.roundTrip()).toBe(true)
  socket.close()
})

test('a frame over 64 KiB closes the socket with 1009', async () => {
  const socket = await server.client().openSocket()
  socket.send(JSON.stringify({ type: 'ping', filler: 'x'.repeat(65 * 1024) }))
  expect(await socket.closed).toEqual({ code: 1009 })
})

test('a message may have 128 fragments; one with more closes its socket', async () => {
  const socket = await server.client().openSocket()
  const empty = (count: number) => Array.from({ length: count }, () => '')
  socket.sendFragments(['{"type":', ...empty(126), '"ping"}'])
  await socket.waitFor('pong')
  socket.sendFragments(['{"type":', ...empty(127), '"ping"}'])
  expect(await Promise.race([socket.closed, socket.waitFor('pong').catch(() => socket.closed)])).toEqual({
    code: 1008,
  })
})

test('a flood closes its socket, and other sockets are not affected', async () => {
  const [other, flooding] = [await server.client().openSocket(), await (await server.member()).openSocket()]
  for (let index = 0; index < 1000; index++) flooding.send({ type: 'ping' })
  expect(await flooding.closed).toEqual({ code: 4429 })
  expect(await other.roundTrip()).toBe(true)
  other.close()
})

test('refused and large messages count for more: a few dozen are a flood', async () => {
  const refusing = await (await server.member()).openSocket()
  for (let index = 0; index < 40; index++) refusing.send({ type: 'watch', postIds: ['x'], userIds: [] })
  expect(await refusing.closed).toEqual({ code: 4429 })
  const large = await (await server.member()).openSocket()
  for (let index = 0; index < 20; index++) large.send({ type: 'ping', filler: 'x'.repeat(60 * 1024) })
  expect(await large.closed).toEqual({ code: 4429 })
})

test('the messages of all sockets of a user count together', async () => {
  const limited = await startLimited({ floodOfClient: 30 })
  const [member, other] = [await limited.member(), await limited.member()]
  await (await member.openSocket()).ping(20)
  await expect((await member.openSocket()).ping(20)).rejects.toThrow('closed with 4429')
  expect(await (await other.openSocket()).roundTrip()).toBe(true)
})

test('the messages of all visitors of an address count together, and not against its members', async () => {
  const limited = await startLimited({ floodOfAddress: 60 })
  const member = await (await limited.member()).openSocket()
  await member.ping(100)
  const [first, second] = [await limited.client().openSocket(), await limited.client().openSocket()]
  await first.ping(35)
  await expect(second.ping(35)).rejects.toThrow('closed with 4429')
  expect(await member.roundTrip()).toBe(true)
  expect(await (await limited.member()).openSocket().then((socket) => socket.roundTrip())).toBe(true)
})

test('a socket closed for flooding costs the others of its user and address nothing more', async () => {
  const limited = await startLimited({ flood: 20, floodOfClient: 100, floodOfAddress: 100 })
  const member = await limited.member()
  const pairs = [
    [await member.openSocket(), await member.openSocket()],
    [await limited.client().openSocket(), await limited.client().openSocket()],
  ] as const
  for (const [flooding] of pairs) {
    // It never replies to the close frame: the server reads its messages until the close times out.
    flooding.pauseReading()
    for (let index = 0; index < 500; index++) flooding.send({ type: 'ping' })
  }
  await expect.poll(() => limited.app.context.sockets.count).toBe(2)
  for (const [flooding, open] of pairs) {
    expect(await open.roundTrip()).toBe(true)
    flooding.terminate()
  }
})

test('messages that arrive together do not delay those of other sockets', async () => {
  const [flooding, other] = [await (await server.member()).openSocket(), await server.client().openSocket()]
  for (let index = 0; index < 150; index++) flooding.send({ type: 'ping' })
  other.send({ type: 'ping' })
  await other.waitFor('pong')
  expect(flooding.received.length).toBeLessThan(15)
  await expect.poll(() => flooding.received.length).toBe(150)
  for (const socket of [flooding, other]) socket.close()
})

test('a message with another user’s id is refused and closes the socket', async () => {
  const [member, other] = [await server.member(), await server.member()]
  const { id } = await member.createStream()
  for (const message of [
    { type: 'auth', userId: other.user.id },
    { type: 'join_stream', streamId: id, userId: other.user.id },
    { type: 'chat_message', streamId: id, content: 'hello', userId: other.user.id },
  ]) {
    const socket = await member.openSocket()
    socket.send(message)
    expect(await socket.waitFor('error')).toMatchObject({ code: 'forbidden' })
    expect(await socket.closed).toEqual({ code: 4403 })
  }
})

test('a visitor who sends a user’s id is refused', async () => {
  const socket = await server.client().openSocket()
  socket.send({ type: 'auth', userId: server.admin.user.id })
  expect(await socket.closed).toEqual({ code: 4403 })
})

test('a user cannot exceed the limit of open sockets, and closing one allows another', async () => {
  const member = await server.member()
  const open = [await member.openSocket(), await member.openSocket(), await member.openSocket()]
  expect(await (await member.openSocket()).closed).toEqual({ code: 1013 })
  open[0]?.close()
  await open[0]?.closed
  await expect
    .poll(async () => {
      const socket = await member.openSocket()
      const outcome = await Promise.race([socket.roundTrip(), socket.closed])
      socket.close()
      return outcome
    })
    .toBe(true)
  for (const socket of open) socket.close()
})

test('signing out closes the sockets of that session only', async () => {
  const [leaving, staying] = [await server.member(), await server.member()]
  const [closing, open] = [await leaving.openSocket(), await staying.openSocket()]
  await leaving.get('/api/logout')
  expect(await closing.closed).toEqual({ code: 4401 })
  expect(await open.roundTrip()).toBe(true)
  open.close()
})

test('messages after a close are ignored, even if the client never replies to the close frame', async () => {
  const member = await server.member()
  const { id } = await member.createStream()
  const socket = await member.openSocket()
  socket.pauseReading()
  socket.send({ type: 'auth', userId: server.admin.user.id })
  socket.send({ type: 'chat_message', streamId: id, content: 'after the close' })
  await expect.poll(() => server.app.context.sockets.count).toBe(0)
  expect((await member.get(`/api/streams/${id}/chat`)).body).toEqual([])
  socket.terminate()
})

test('a plain GET of /ws is 404', async () => {
  expect(await server.client().get('/ws')).toMatchObject({ status: 404, body: { code: 'not_found' } })
})

test('the sockets of a user who is deactivated in the database are closed', async () => {
  const [leaving, staying] = [await server.member(), await server.member()]
  const [closing, open] = [await leaving.openSocket(), await staying.openSocket()]
  await server.database.db.update(users).set({ isActive: false }).where(eq(users.id, leaving.user.id))
  expect(await closing.closed).toEqual({ code: 4401 })
  expect(await open.roundTrip()).toBe(true)
  open.close()
})

test('a socket closed by the server is reported as closed at once, and only once', async () => {
  const member = await server.member()
  const socket = await member.openSocket()
  const { sockets } = server.app.context
  const closedUserIds: (string | undefined)[] = []
  sockets.onClose(({ user }) => void closedUserIds.push(user?.id))
  socket.pauseReading()
  sockets.closeWhere(({ user }) => user?.id === member.user.id, 4401, 'closed by the test')
  // The next turn of the event loop, long before the client could reply to the close frame.
  await new Promise((resolve) => setImmediate(resolve))
  expect(closedUserIds).toEqual([member.user.id])
  await expect.poll(() => sockets.isUserConnected(member.user.id)).toBe(false)
  expect(closedUserIds).toEqual([member.user.id])
  socket.terminate()
})

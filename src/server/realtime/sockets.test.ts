import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { users } from '#server/features/users/schema.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import { SOCKET_LIMITS } from './sockets.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp({
    env: { SOCKET_HEARTBEAT_SECONDS: '0.5' },
    socketLimits: { ...SOCKET_LIMITS, perActor: 3 },
  })
})
afterAll(() => server.close())

const uuid = () => crypto.randomUUID()

test.each([
  ['not JSON at all'],
  ['null'],
  ['[]'],
  ['{}'],
  ['{"type":"constructor"}'],
  ['{"type":"__proto__"}'],
  [JSON.stringify({ type: 'join_stream' })],
  [JSON.stringify({ type: 'join_stream', streamId: 'x' })],
  [JSON.stringify({ type: 'webrtc_offer', streamId: uuid(), data: { type: 'answer', sdp: 'x' } })],
  [JSON.stringify({ type: 'webrtc_ice_candidate', streamId: uuid(), candidate: 'x' })],
  [JSON.stringify({ type: 'chat_message', streamId: uuid(), content: { length: 3 } })],
])('%s is answered with an error and the socket goes on', async (message) => {
  const socket = await server.client().socket()
  socket.send(message)
  expect(await socket.waitFor('error')).toMatchObject({ code: 'invalid' })
  expect(await socket.settled()).toBe(true)
  socket.close()
})

test('a frame over 64 KiB closes the socket with 1009', async () => {
  const socket = await server.client().socket()
  socket.send(JSON.stringify({ type: 'ping', filler: 'x'.repeat(65 * 1024) }))
  expect(await socket.closed).toEqual({ code: 1009 })
})

test('a flood closes the socket, and other sockets do not notice', async () => {
  const [calm, wild] = [await server.client().socket(), await (await server.member()).socket()]
  for (let index = 0; index < 1000; index++) wild.send({ type: 'ping' })
  expect(await wild.closed).toEqual({ code: 4429 })
  expect(await calm.settled()).toBe(true)
  calm.close()
})

test('a message in another member’s name is refused and closes the socket', async () => {
  const [member, other] = [await server.member(), await server.member()]
  const { id } = await member.createStream()
  for (const message of [
    { type: 'auth', userId: other.user.id },
    { type: 'join_stream', streamId: id, userId: other.user.id },
    { type: 'chat_message', streamId: id, content: 'hello', userId: other.user.id },
  ]) {
    const socket = await member.socket()
    socket.send(message)
    expect(await socket.waitFor('error')).toMatchObject({ code: 'forbidden' })
    expect(await socket.closed).toEqual({ code: 4403 })
  }
})

test('a visitor that claims to be a member is refused', async () => {
  const socket = await server.client().socket()
  socket.send({ type: 'auth', userId: server.admin.user.id })
  expect(await socket.closed).toEqual({ code: 4403 })
})

test('a member has so many sockets and no more; a closed one makes room', async () => {
  const member = await server.member()
  const open = [await member.socket(), await member.socket(), await member.socket()]
  expect(await (await member.socket()).closed).toEqual({ code: 1013 })
  open[0]?.close()
  await open[0]?.closed
  await expect
    .poll(async () => {
      const socket = await member.socket()
      const answer = await Promise.race([socket.settled(), socket.closed])
      socket.close()
      return answer
    })
    .toBe(true)
  for (const socket of open) socket.close()
})

test('signing out closes the session’s sockets and no other’s', async () => {
  const [leaving, staying] = [await server.member(), await server.member()]
  const [closing, open] = [await leaving.socket(), await staying.socket()]
  await leaving.get('/api/logout')
  expect(await closing.closed).toEqual({ code: 4401 })
  expect(await open.settled()).toBe(true)
  open.close()
})

test('what a socket sends after it was closed is not heard, whether or not it answers the close', async () => {
  const member = await server.member()
  const { id } = await member.createStream()
  const socket = await member.socket()
  socket.pauseReading()
  socket.send({ type: 'auth', userId: server.admin.user.id })
  socket.send({ type: 'chat_message', streamId: id, content: 'right behind it' })
  await expect.poll(() => server.app.context.sockets.count, { timeout: 10_000 }).toBe(0)
  expect((await member.get(`/api/streams/${id}/chat`)).body).toEqual([])
  socket.terminate()
})

test('a plain request to the socket’s address is told that there is nothing', async () => {
  expect(await server.client().get('/ws')).toMatchObject({ status: 404, body: { code: 'not_found' } })
})

test('a member who was deactivated in the database loses its open sockets', async () => {
  const [leaving, staying] = [await server.member(), await server.member()]
  const [closing, open] = [await leaving.socket(), await staying.socket()]
  await server.database.db.update(users).set({ isActive: false }).where(eq(users.id, leaving.user.id))
  expect(await closing.closed).toEqual({ code: 4401 })
  expect(await open.settled()).toBe(true)
  open.close()
})

test('who is sent away has left at once, whether or not its page answers, and leaves once', async () => {
  const member = await server.member()
  const socket = await member.socket()
  const { sockets } = server.app.context
  const left: (string | undefined)[] = []
  sockets.onClose(({ user }) => void left.push(user?.id))
  socket.pauseReading()
  sockets.closeWhere(({ user }) => user?.id === member.user.id, 4401, 'sent away')
  // The first turn of the event loop, long before the close could be answered.
  await new Promise((resolve) => setImmediate(resolve))
  expect(left).toEqual([member.user.id])
  await expect.poll(() => sockets.hasMember(member.user.id)).toBe(false)
  expect(left).toEqual([member.user.id])
  socket.terminate()
})

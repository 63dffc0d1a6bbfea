import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { streamTopic } from '#server/features/live/streams/topics.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp({ env: { SOCKET_HEARTBEAT_SECONDS: '60' } })
})
afterAll(() => server.close())

const subscribe = async (streamId: string) => {
  const socket = await server.client().openSubscribedSocket(streamId)
  onTestFinished(() => socket.terminate())
  return socket
}

test.each([1, 60, 125, 126, 500, 8000, 65_535, 65_536, 200_000])(
  'a message of about %s characters arrives complete, followed by another one',
  async (length) => {
    const { id } = await server.admin.createStream()
    const [one, other] = [await subscribe(id), await subscribe(id)]
    const message = 'é'.repeat(length)
    const sent = { type: 'error', code: 'invalid', message, streamId: id } as const
    server.app.context.hub.publish(streamTopic(id), sent)
    server.app.context.hub.publish(streamTopic(id), { ...sent, message: 'and the next' })
    for (const socket of [one, other]) {
      expect(await socket.waitFor('error')).toEqual(sent)
      expect(await socket.waitFor('error')).toMatchObject({ message: 'and the next' })
      expect(await socket.roundTrip()).toBe(true)
    }
  },
)

test('a client that does not read is disconnected after a mebibyte of backlog, and others are not affected', async () => {
  const { id } = await server.admin.createStream()
  const [slow, reading] = [await subscribe(id), await subscribe(id)]
  const open = server.app.context.sockets.count
  slow.pauseReading()
  const message = 'x'.repeat(64 * 1024)
  let published = 0
  // The operating system's buffers hold some MiB before the server's backlog grows.
  while (server.app.context.sockets.count === open && published < 2000) {
    published += 1
    const sent = { type: 'error', code: 'invalid', message, streamId: id } as const
    server.app.context.hub.publish(streamTopic(id), sent)
    await reading.waitFor('error')
  }
  expect(server.app.context.sockets.count).toBe(open - 1)
  expect(published).toBeGreaterThan(16)
  expect(await reading.roundTrip()).toBe(true)
})

test('messages sent in one turn of the event loop arrive in order, to a whole topic and to one socket', async () => {
  const [one, two] = [await server.admin.createStream(), await server.admin.createStream()]
  const socket = await subscribe(one.id)
  const leaving = await subscribe(one.id)
  socket.send({ type: 'subscribe', streamId: two.id })
  await socket.waitFor('subscribed')
  const { hub, sockets } = server.app.context
  const publish = (streamId: string, message: string) =>
    hub.publish(streamTopic(streamId), { type: 'error', code: 'invalid', message, streamId })
  for (const [streamId, message] of [
    [one.id, 'first'],
    [one.id, 'second'],
    [two.id, 'third'],
    [one.id, 'fourth'],
  ] as const)
    publish(streamId, message)
  sockets.closeWhere(({ user }) => user === null, 4401, 'closed by the test')
  publish(one.id, 'too late')
  expect(await socket.closed).toEqual({ code: 4401 })
  expect(await leaving.closed).toEqual({ code: 4401 })
  const messagesOf = (of: typeof socket) => of.received.map((each) => each.type === 'error' && each.message)
  expect(messagesOf(socket)).toEqual(['first', 'second', 'third', 'fourth'])
  expect(messagesOf(leaving)).toEqual(['first', 'second', 'fourth'])
})

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { streamTopic } from '#server/features/streams/topics.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp({ env: { SOCKET_HEARTBEAT_SECONDS: '60' } })
})
afterAll(() => server.close())

const listen = async (streamId: string) => {
  const socket = await server.client().subscribed(streamId)
  onTestFinished(() => socket.terminate())
  return socket
}

test.each([1, 60, 125, 126, 500, 8000, 65_535, 65_536, 200_000])(
  'a message of about %s characters arrives whole, beside others',
  async (length) => {
    const { id } = await server.admin.createStream()
    const [one, other] = [await listen(id), await listen(id)]
    const message = 'é'.repeat(length)
    const said = { type: 'error', code: 'invalid', message, streamId: id } as const
    server.app.context.hub.publish(streamTopic(id), said)
    server.app.context.hub.publish(streamTopic(id), { ...said, message: 'and the next' })
    for (const socket of [one, other]) {
      expect(await socket.waitFor('error')).toEqual(said)
      expect(await socket.waitFor('error')).toMatchObject({ message: 'and the next' })
      expect(await socket.settled()).toBe(true)
    }
  },
)

test('who does not read is cut off once a mebibyte waits, and nobody else notices', async () => {
  const { id } = await server.admin.createStream()
  const [slow, quick] = [await listen(id), await listen(id)]
  const open = server.app.context.sockets.count
  slow.pauseReading()
  const message = 'x'.repeat(64 * 1024)
  let told = 0
  // The system's own buffers take some MiB before anything waits here.
  while (server.app.context.sockets.count === open && told < 2000) {
    told += 1
    const said = { type: 'error', code: 'invalid', message, streamId: id } as const
    server.app.context.hub.publish(streamTopic(id), said)
    await quick.waitFor('error')
  }
  expect(server.app.context.sockets.count).toBe(open - 1)
  expect(told).toBeGreaterThan(16)
  expect(await quick.settled()).toBe(true)
})

test('what is said in one moment, to all and to one alone, is heard in its order', async () => {
  const [one, two] = [await server.admin.createStream(), await server.admin.createStream()]
  const socket = await listen(one.id)
  const leaving = await listen(one.id)
  socket.send({ type: 'subscribe', streamId: two.id })
  await socket.waitFor('subscribed')
  const { hub, sockets } = server.app.context
  const say = (streamId: string, message: string) =>
    hub.publish(streamTopic(streamId), { type: 'error', code: 'invalid', message, streamId })
  for (const [streamId, message] of [
    [one.id, 'first'],
    [one.id, 'second'],
    [two.id, 'third'],
    [one.id, 'fourth'],
  ] as const)
    say(streamId, message)
  sockets.closeWhere(({ user }) => user === null, 4401, 'everyone is sent home')
  say(one.id, 'nobody hears this')
  expect(await socket.closed).toEqual({ code: 4401 })
  expect(await leaving.closed).toEqual({ code: 4401 })
  const heard = (of: typeof socket) => of.received.map((each) => each.type === 'error' && each.message)
  expect(heard(socket)).toEqual(['first', 'second', 'third', 'fourth'])
  expect(heard(leaving)).toEqual(['first', 'second', 'fourth'])
})

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { streamTopic } from '#server/features/streams/topics.ts'
import { type TestApp, startTestApp } from '#server/test-app.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp({ env: { SOCKET_HEARTBEAT_SECONDS: '60' } })
})
afterAll(() => server.close())

const listen = async (streamId: string) => {
  const socket = await server.client().socket(`?chat=true&streamId=${streamId}`)
  onTestFinished(() => socket.terminate())
  await socket.take('subscribed')
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
      expect(await socket.take('error')).toEqual(said)
      expect(await socket.take('error')).toMatchObject({ message: 'and the next' })
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
    await quick.take('error')
  }
  expect(server.app.context.sockets.count).toBe(open - 1)
  expect(told).toBeGreaterThan(16)
  expect(await quick.settled()).toBe(true)
})

test('what a socket hears keeps the order in which it was said, to all and to it alone', async () => {
  const { id } = await server.admin.createStream()
  const socket = await listen(id)
  for (let round = 0; round < 20; round++) {
    const sent = { streamId: id, message: `round ${round}` }
    if (round % 5 === 0) socket.send({ type: 'ping' })
    const answer = server.admin.post('/api/chat/send', sent)
    await socket.take('chat_message', ({ data }) => data.message === sent.message)
    expect((await answer).status).toBe(round < 8 ? 201 : 429)
    if (round === 7) break
  }
  expect(socket.received.filter(({ type }) => type === 'chat_message')).toEqual([])
})

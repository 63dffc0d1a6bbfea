import { expect, test } from 'vitest'
import { startTestApp } from '#server/testing/test-app.ts'

test('a hundred joins from one address are rate limited and do not disturb other streams', async () => {
  const server = await startTestApp({
    rates: { streams: { points: 100, seconds: 60 }, joinsOfAddress: { points: 60, seconds: 60 } },
  })
  const owner = await server.member()
  const { id } = await owner.createStream()
  const others = await Promise.all(Array.from({ length: 10 }, () => owner.createStream()))
  const watching = await owner.openJoinedSocket(id)
  // Clients without cookies cannot be told apart: only their address is rate limited.
  const sockets = await Promise.all(Array.from({ length: 10 }, () => server.client().openSocket()))
  for (const socket of sockets)
    for (const stream of others) socket.send({ type: 'join_stream', streamId: stream.id })
  const response = await owner.post('/api/chat/send', { streamId: id, message: 'Can you hear me?' })
  expect(response.status).toBe(201)
  await watching.waitFor('chat_message')
  await Promise.all(sockets.map((socket) => socket.roundTrip()))
  const messages = sockets.flatMap((socket) => socket.received)
  const rejected = messages.filter((message) => message.type === 'error' && message.code === 'rate_limited')
  const joined = messages.filter(({ type }) => type === 'stream_joined')
  expect(rejected.length + joined.length).toBe(100)
  expect(joined.length).toBeLessThanOrEqual(60)
  expect(rejected.every((message) => message.type === 'error' && Number(message.retryAfter) > 0)).toBe(true)
  expect(watching.received.filter(({ type }) => type === 'viewer_count').length).toBeLessThanOrEqual(2)
  for (const socket of [watching, ...sockets]) socket.close()
  await server.close()
})

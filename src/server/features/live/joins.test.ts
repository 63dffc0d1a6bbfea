import { expect, test } from 'vitest'
import { startTestApp } from '#server/testing/test-app.ts'

test('a hundred joins from one address are limited, and a stream’s chat and viewers do not notice', async () => {
  const server = await startTestApp({ rates: { joinsOfAddress: { points: 60, seconds: 60 } } })
  const owner = await server.member()
  const { id } = await owner.createStream()
  const others = await Promise.all(Array.from({ length: 10 }, () => owner.createStream()))
  const watching = await owner.joined(id)
  // Without a cookie each is a visitor of its own: only the address can be counted.
  const crowd = await Promise.all(Array.from({ length: 10 }, () => server.client().socket()))
  for (const socket of crowd)
    for (const stream of others) socket.send({ type: 'join_stream', streamId: stream.id })
  const said = await owner.post('/api/chat/send', { streamId: id, message: 'Can you hear me?' })
  expect(said.status).toBe(201)
  await watching.waitFor('chat_message')
  await Promise.all(crowd.map((socket) => socket.settled()))
  const heard = crowd.flatMap((socket) => socket.received)
  const refused = heard.filter((message) => message.type === 'error' && message.code === 'rate_limited')
  const joined = heard.filter(({ type }) => type === 'stream_joined')
  expect(refused.length + joined.length).toBe(100)
  expect(joined.length).toBeLessThanOrEqual(60)
  expect(refused.every((message) => message.type === 'error' && Number(message.retryAfter) > 0)).toBe(true)
  expect(watching.received.filter(({ type }) => type === 'viewer_count').length).toBeLessThanOrEqual(2)
  for (const socket of [watching, ...crowd]) socket.close()
  await server.close()
})

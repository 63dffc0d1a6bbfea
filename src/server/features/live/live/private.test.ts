import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'

let server: TestApp
let owner: TestClient
beforeAll(async () => {
  server = await startTestApp()
  owner = await server.member()
})
afterAll(() => server.close())

const setPublic = (id: string, isPublic: boolean) =>
  owner.put(`/api/streams/${id}`, { settings: { isPublic } })

test('a live stream that becomes private removes its visitors and keeps its signed-in viewers', async () => {
  const { id } = await owner.createStream()
  await owner.put(`/api/streams/${id}`, { isLive: true })
  const fan = await server.member()
  const [visitor, reader, member] = [
    await server.client().openSocket(),
    await server.client().openSocket(),
    await fan.openSocket(),
  ]
  for (const socket of [visitor, member]) {
    socket.send({ type: 'join_stream', streamId: id })
    await socket.waitFor('stream_joined')
  }
  reader.send({ type: 'subscribe', streamId: id })
  await reader.waitFor('subscribed')
  await member.waitFor('viewer_count', ({ data }) => data.viewerCount === 2)

  await setPublic(id, false)
  for (const socket of [visitor, reader]) {
    expect(await socket.waitFor('error')).toMatchObject({ streamId: id, code: 'not_found' })
    await socket.roundTrip()
    expect(socket.received.filter(({ type }) => type === 'stream_updated')).toEqual([])
  }
  await member.waitFor('stream_updated')
  await expect
    .poll(async () => (await owner.get(`/api/streams/${id}`)).body)
    .toMatchObject({ viewerCount: 1 })

  await owner.post('/api/chat/send', { streamId: id, message: 'Among ourselves' })
  await member.waitFor('chat_message')
  for (const socket of [visitor, reader]) {
    await socket.roundTrip()
    expect(socket.received.filter(({ type }) => type === 'chat_message')).toEqual([])
  }
  visitor.send({ type: 'join_stream', streamId: id })
  expect(await visitor.waitFor('error')).toMatchObject({ code: 'not_found' })
  await setPublic(id, true)
  visitor.send({ type: 'join_stream', streamId: id })
  await visitor.waitFor('stream_joined')
  for (const socket of [visitor, reader, member]) socket.close()
})

test('a visitor who subscribes while the stream becomes private is not subscribed', async () => {
  const { id } = await owner.createStream()
  const socket = await server.client().openSocket()
  await Promise.all([
    setPublic(id, false),
    ...Array.from({ length: 20 }, async () => socket.send({ type: 'subscribe', streamId: id })),
  ])
  await socket.roundTrip()
  await owner.post('/api/chat/send', { streamId: id, message: 'Among ourselves' })
  await socket.roundTrip()
  expect(socket.received.filter(({ type }) => type === 'chat_message')).toEqual([])
  socket.close()
})

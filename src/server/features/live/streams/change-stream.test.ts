import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { search } from '#shared/discovery/search.ts'
import { type Stream, stream as streamSchema } from '#shared/live/streams.ts'
import { publicUser } from '#shared/accounts/users.ts'
import { plainImage } from '#server/features/media/thumbnails/test-images.ts'
import { type TestSite, fetchRulesFor, startTestSite } from '#server/features/media/thumbnails/test-site.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'

let server: TestApp
let site: TestSite
let owner: TestClient
beforeAll(async () => {
  const photo = await plainImage(400, 300, '#1e6fc8').jpeg().toBuffer()
  site = await startTestSite((request, response) =>
    request.url?.startsWith('/page') ? response.end('no picture') : response.end(photo),
  )
  server = await startTestApp({ fetchRules: fetchRulesFor(site) })
  owner = await server.member()
})
afterAll(async () => {
  await server.close()
  await site.close()
})

const change = async (id: string, body: object): Promise<Stream> => {
  const response = await owner.put(`/api/streams/${id}`, body)
  expect(response.status, JSON.stringify(response.body)).toBe(200)
  return streamSchema.parse(response.body)
}

test('an update changes only the named fields', async () => {
  const created = await owner.createStream({ title: 'Before', description: 'Kept', category: 'Gaming' })
  const changed = await change(created.id, { title: ' After ', settings: { allowChat: false } })
  expect(changed).toMatchObject({
    title: 'After',
    description: 'Kept',
    category: 'Gaming',
    settings: { ...created.settings, allowChat: false },
    isLive: false,
  })
  expect(await change(created.id, { description: '' })).toMatchObject({ description: null, title: 'After' })
  expect(await change(created.id, { category: 'Just Chatting', description: 'New' })).toMatchObject({
    category: 'Just Chatting',
    description: 'New',
  })
})

test('a change leaves a live stream live', async () => {
  const { id } = await owner.createStream()
  const started = await change(id, { isLive: true })
  expect(await change(id, { title: 'While it runs' })).toMatchObject({
    isLive: true,
    startedAt: started.startedAt,
    title: 'While it runs',
  })
  await change(id, { isLive: false })
})

test('texts and start are applied atomically', async () => {
  const [running, other] = [await owner.createStream(), await owner.createStream({ title: 'Waiting' })]
  await change(running.id, { isLive: true })
  const response = await owner.put(`/api/streams/${other.id}`, { title: 'Not taken', isLive: true })
  expect(response).toMatchObject({ status: 409, body: { code: 'already_live' } })
  expect((await owner.get(`/api/streams/${other.id}`)).body).toMatchObject({
    title: 'Waiting',
    isLive: false,
  })
  await change(running.id, { isLive: false })
  expect(await change(other.id, { title: 'Taken', isLive: true })).toMatchObject({
    title: 'Taken',
    isLive: true,
  })
  await change(other.id, { isLive: false })
})

test.each([
  [{ title: ' ' }, 'title'],
  [{ title: 'x'.repeat(101) }, 'title'],
  [{ description: 'x'.repeat(501) }, 'description'],
  [{ category: 'Knitting' }, 'category'],
  [{ thumbnailUrl: 'javascript:alert(1)' }, 'thumbnailUrl'],
  [{ settings: { isPublic: 'yes' } }, 'settings.isPublic'],
  [{ scheduledFor: 'tomorrow' }, 'scheduledFor'],
])('%j is rejected with a field error and changes nothing', async (body, field) => {
  const { id, updatedAt, category } = await owner.createStream()
  const response = await owner.put(`/api/streams/${id}`, { category: 'Just Chatting', ...body })
  expect(response).toMatchObject({ status: 400, body: { fields: [{ path: field }] } })
  expect((await owner.get(`/api/streams/${id}`)).body).toMatchObject({ updatedAt, category })
})

test('search finds a changed stream only by its new text', async () => {
  const scheduledFor = new Date(Date.now() + 60 * 60 * 1000).toISOString()
  const { id } = await owner.createStream({ title: 'Kizomba evening', category: 'Gaming', scheduledFor })
  const found = async (q: string) => {
    const { body } = await server.client().get(`/api/search?type=streams&q=${q}`)
    return JSON.stringify(search.response.parse(body)).includes(id)
  }
  expect(await found('kizomba')).toBe(true)
  await change(id, { title: 'Semba evening' })
  expect(await found('semba')).toBe(true)
  expect(await found('kizomba')).toBe(false)
  expect(await found('gaming')).toBe(true)
})

test('subscribers receive the change, and lists do if the stream is live', async () => {
  const { id, settings } = await owner.createStream({ title: 'Before', settings: { recordStream: true } })
  const socket = await server.client().openSocket()
  socket.send({ type: 'subscribe', streamId: id })
  socket.send({ type: 'subscribe_live' })
  await socket.waitFor('subscribed')
  await change(id, { title: 'Announced' })
  expect((await socket.waitFor('stream_updated')).data).toMatchObject({
    title: 'Announced',
    category: 'Gaming',
    settings,
    scheduledFor: null,
  })
  await socket.roundTrip()
  expect(socket.received).toEqual([])
  await change(id, { isLive: true })
  await socket.waitFor('live_changed')
  await change(id, { title: 'Live' })
  expect(await socket.waitFor('live_changed')).toMatchObject({ streamId: id, data: { isLive: true } })
  await change(id, { isLive: false })
  socket.close()
})

test('closing the chat takes effect for everyone immediately', async () => {
  const { id } = await owner.createStream()
  const socket = await server.client().openSubscribedSocket(id)
  await change(id, { settings: { allowChat: false } })
  expect((await socket.waitFor('chat_rules')).data).toMatchObject({ allowChat: false })
  const sent = await owner.post('/api/chat/send', { streamId: id, message: 'Selam' })
  expect(sent).toMatchObject({ status: 403, body: { code: 'chat_closed' } })
  socket.close()
})

test('an update without a change is not published', async () => {
  const { id, title } = await owner.createStream()
  const socket = await server.client().openSubscribedSocket(id)
  await change(id, { title, settings: { isPublic: true } })
  await socket.roundTrip()
  expect(socket.received).toEqual([])
  socket.close()
})

test('a live stream leaves the lists when it becomes private, and returns when it becomes public', async () => {
  const { id } = await owner.createStream()
  const socket = await server.client().openSocket()
  socket.send({ type: 'subscribe_live' })
  await socket.roundTrip()
  await change(id, { isLive: true })
  await socket.waitFor('live_changed')
  await change(id, { settings: { isPublic: false } })
  expect(await socket.waitFor('live_changed')).toMatchObject({ data: { isLive: false } })
  await change(id, { settings: { isPublic: true } })
  expect(await socket.waitFor('live_changed')).toMatchObject({ data: { isLive: true } })
  await change(id, { isLive: false })
  socket.close()
})

async function storedFiles(): Promise<string[]> {
  const folder = path.join(server.app.context.config.dataDir, 'files', 'thumbnails')
  return (await readdir(folder).catch(() => [])).toSorted()
}

test('a new thumbnail replaces the old one, whose file is deleted', async () => {
  const before = await storedFiles()
  const created = await owner.createStream({ thumbnailUrl: `${site.url}/first.jpg` })
  const changed = await change(created.id, { thumbnailUrl: `${site.url}/second.jpg` })
  expect(changed.thumbnailUrl).toMatch(/^\/files\/thumbnails\/[0-9a-f-]{36}\.webp$/)
  expect(changed.thumbnailUrl).not.toBe(created.thumbnailUrl)
  expect((await fetch(server.url + changed.thumbnailUrl)).status).toBe(200)
  expect((await fetch(server.url + created.thumbnailUrl)).status).toBe(404)
  expect(await change(created.id, { thumbnailUrl: null })).toMatchObject({ thumbnailUrl: null })
  expect(await storedFiles()).toEqual(before)
})

test('an unusable image changes nothing and leaves no file', async () => {
  const created = await owner.createStream({ thumbnailUrl: `${site.url}/kept.jpg` })
  const before = await storedFiles()
  const rejected = await owner.put(`/api/streams/${created.id}`, {
    title: 'Not taken',
    thumbnailUrl: `${site.url}/page`,
  })
  expect(rejected).toMatchObject({ status: 422, body: { fields: [{ path: 'thumbnailUrl' }] } })
  const running = await owner.createStream()
  await change(running.id, { isLive: true })
  const second = await owner.put(`/api/streams/${created.id}`, {
    thumbnailUrl: `${site.url}/third.jpg`,
    isLive: true,
  })
  expect(second.status).toBe(409)
  await change(running.id, { isLive: false })
  const { title, thumbnailUrl } = created
  expect((await owner.get(`/api/streams/${created.id}`)).body).toMatchObject({ title, thumbnailUrl })
  expect(await storedFiles()).toEqual(before)
})

test('the owner deletes a stream, and its subscribers are notified and removed', async () => {
  const before = await storedFiles()
  const fan = await server.member()
  await fan.post(`/api/users/${owner.user.id}/follow`)
  const { id } = await owner.createStream({ thumbnailUrl: `${site.url}/deleted.jpg` })
  await change(id, { isLive: true })
  const streamsCount = async () => (await owner.get(`/api/users/${owner.user.id}`)).body
  const unread = async () => (await fan.get('/api/notifications')).body
  await expect.poll(unread).toMatchObject([{ type: 'live' }])
  const counted = publicUser.parse(await streamsCount()).streamsCount
  await change(id, { isLive: false })
  await owner.post('/api/chat/send', { streamId: id, message: 'The last word' })
  const sockets = [await fan.openJoinedSocket(id), await server.client().openSubscribedSocket(id)]
  expect(await owner.send('DELETE', `/api/streams/${id}`)).toMatchObject({
    status: 200,
    body: { deleted: true },
  })
  for (const socket of sockets)
    expect(await socket.waitFor('stream_deleted')).toEqual({ type: 'stream_deleted', streamId: id })
  await sockets[0]?.waitFor('notifications_withdrawn')
  for (const path of ['', '/chat', '/chat-state', '/calendar.ics'])
    expect((await owner.get(`/api/streams/${id}${path}`)).status, path).toBe(404)
  expect(await unread()).toEqual([])
  expect(await storedFiles()).toEqual(before)
  expect(await streamsCount()).toMatchObject({ streamsCount: counted - 1 })
  for (const socket of sockets) {
    socket.send({ type: 'join_stream', streamId: id })
    expect(await socket.waitFor('error')).toMatchObject({ code: 'not_found', streamId: id })
    socket.close()
  }
  expect((await owner.send('DELETE', `/api/streams/${id}`)).status).toBe(404)
})

test('only the owner can delete a stream, and not while it is live', async () => {
  const { id } = await owner.createStream()
  const hidden = await owner.createStream({ settings: { isPublic: false } })
  const remove = async (client: TestClient, path: string) =>
    (await client.send('DELETE', `/api/streams/${path}`)).status
  expect(await remove(server.client(), id)).toBe(401)
  for (const client of [await server.member(), server.admin]) {
    expect(await remove(client, id)).toBe(403)
    expect(await remove(client, hidden.id)).toBe(403)
  }
  expect(await remove(owner, 'no-id')).toBe(404)
  expect(await remove(owner, `${id}?recording=perhaps`)).toBe(400)
  await change(id, { isLive: true })
  expect(await owner.send('DELETE', `/api/streams/${id}`)).toMatchObject({
    status: 409,
    body: { code: 'conflict' },
  })
  expect(await change(id, {})).toMatchObject({ isLive: true })
  await change(id, { isLive: false })
  const counted = publicUser.parse((await owner.get(`/api/users/${owner.user.id}`)).body).streamsCount
  expect(await remove(owner, hidden.id)).toBe(200)
  // A stream that was never started is not counted.
  expect((await owner.get(`/api/users/${owner.user.id}`)).body).toMatchObject({ streamsCount: counted })
})

test('changes are rate limited, ends are not', async () => {
  const limitedApp = await startTestApp({ rates: { streamChanges: { points: 1, seconds: 600 } } })
  const member = await limitedApp.member()
  const { id } = await member.createStream()
  const path = `/api/streams/${id}`
  expect((await member.put(path, { title: 'One' })).status).toBe(200)
  expect((await member.put(path, { title: 'Two' })).status).toBe(429)
  for (const isLive of [true, false, true, false])
    expect((await member.put(path, { isLive })).status).toBe(200)
  await limitedApp.close()
})

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { stream } from '#shared/live/streams.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { StreamKeys, streamKeysService } from './stream-keys.ts'
import { streamKeys } from './schema.ts'

const KEY = /^live_[\w-]{43}$/

let server: TestApp
let owner: TestClient
beforeAll(async () => {
  server = await startTestApp()
  owner = await server.member()
})
afterAll(() => server.close())

const findRow = async (member: TestClient) => {
  const rows = await server.database.db.select().from(streamKeys).where(eq(streamKeys.userId, member.user.id))
  return rows[0]
}
const renew = async (member: TestClient, id: string) => {
  const { status, body } = await member.post(`/api/streams/${id}/key`)
  return { status, key: z.object({ streamKey: z.optional(z.string()) }).parse(body).streamKey }
}

test('each response about the owner’s streams contains the same full key, from the first one on', async () => {
  const created = await owner.createStream()
  expect(created.streamKey).toMatch(KEY)
  const second = await owner.createStream()
  await owner.put(`/api/streams/${second.id}`, { isLive: true })
  const responses = [
    await owner.get(`/api/streams/${created.id}`),
    await owner.put(`/api/streams/${second.id}`, { isLive: true }),
  ]
  for (const { body } of responses) expect(body).toMatchObject({ streamKey: created.streamKey })
  const lists = ['/api/streams/live', `/api/users/${owner.user.id}/streams`]
  for (const path of lists) {
    const rows = z.array(stream).parse((await owner.get(path)).body)
    const ownRows = rows.filter(({ streamerId }) => streamerId === owner.user.id)
    expect(ownRows.length, path).toBeGreaterThan(0)
    for (const row of ownRows) expect(row.streamKey, path).toBe(created.streamKey)
  }
})

test('a list with streams of several users shows each of them only their own key', async () => {
  const [first, second] = [await server.member(), await server.member()]
  const keys = new Map<TestClient, unknown>()
  for (const member of [first, second]) {
    const { id, streamKey } = await member.createStream()
    await member.put(`/api/streams/${id}`, { isLive: true })
    keys.set(member, streamKey)
  }
  expect(keys.get(first)).not.toBe(keys.get(second))
  for (const member of [first, second]) {
    const rows = z.array(stream).parse((await member.get('/api/streams/live')).body)
    for (const row of rows)
      expect(row.streamKey).toBe(row.streamerId === member.user.id ? keys.get(member) : undefined)
  }
})

test('an admin does not see the keys of other users', async () => {
  const { id } = await owner.createStream()
  const { body } = await server.admin.get(`/api/streams/${id}`)
  expect(body).not.toHaveProperty('streamKey')
  expect(body).not.toHaveProperty('rtcOfferId')
})

test('ten concurrent first calls return the same key', async () => {
  const member = await server.member()
  const keys = await Promise.all(
    Array.from({ length: 10 }, () =>
      server.app.context.service(streamKeysService).getOrCreate(member.user.id),
    ),
  )
  expect(new Set(keys).size).toBe(1)
  expect(await server.app.context.service(streamKeysService).findUserId(keys[0] ?? '')).toBe(member.user.id)
})

test('renewing creates another key and invalidates the previous one', async () => {
  const { id, streamKey } = await owner.createStream()
  const { status, key } = await renew(owner, id)
  expect(status).toBe(200)
  expect(key).toMatch(KEY)
  expect(key).not.toBe(streamKey)
  const keys = server.app.context.service(streamKeysService)
  expect(await keys.findUserId(streamKey ?? '')).toBeUndefined()
  expect(await keys.findUserId(key ?? '')).toBe(owner.user.id)
  expect((await owner.get(`/api/streams/${id}`)).body).toMatchObject({ streamKey: key })
})

test('renewals are rate limited', async () => {
  const member = await server.member()
  const { id } = await member.createStream()
  const statuses = []
  for (let index = 0; index < 11; index++) statuses.push((await renew(member, id)).status)
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429])
})

test('the table stores the key encrypted, and reading it does not change the row', async () => {
  const { streamKey } = await owner.createStream()
  const row = await findRow(owner)
  expect(JSON.stringify(row)).not.toContain(streamKey?.slice('live_'.length))
  const keys = server.app.context.service(streamKeysService)
  const before = row?.sealed
  await keys.getOrCreate(owner.user.id)
  expect((await findRow(owner))?.sealed).toBe(before)
})

test('a key that was sealed with another secret, or for another user, is replaced by a new one', async () => {
  const [member, other] = [await server.member(), await server.member()]
  const { db } = server.database
  const { events } = server.app.context
  const keys = server.app.context.service(streamKeysService)
  const otherSecretKeys = new StreamKeys(db, events, 'the secret before it was changed')
  const lost = await otherSecretKeys.getOrCreate(member.user.id)
  expect(await keys.getOrCreate(member.user.id)).not.toBe(lost)
  expect(await keys.findUserId(lost)).toBeUndefined()

  const otherKey = await keys.getOrCreate(other.user.id)
  const row = await findRow(other)
  await db
    .update(streamKeys)
    .set({ sealed: row?.sealed ?? '' })
    .where(eq(streamKeys.userId, member.user.id))
  expect(await keys.getOrCreate(member.user.id)).not.toBe(otherKey)
  for (const sealed of ['', 'A', 'A'.repeat(80)]) {
    await db.update(streamKeys).set({ sealed }).where(eq(streamKeys.userId, member.user.id))
    expect(await keys.getOrCreate(member.user.id)).toMatch(KEY)
  }
})

test('malformed and unknown keys belong to no user', async () => {
  const keys = server.app.context.service(streamKeysService)
  for (const key of ['', 'live_', `live_${'A'.repeat(43)}`, 'x'.repeat(10_000), '\0'])
    expect(await keys.findUserId(key)).toBeUndefined()
})

test('no socket receives a key, not even the owner’s', async () => {
  const member = await server.member()
  const { id, streamKey } = await member.createStream()
  const fan = await server.member()
  const sockets = await Promise.all([member, fan, server.client()].map((client) => client.openSocket()))
  for (const socket of sockets) {
    for (const type of ['subscribe', 'join_stream']) socket.send({ type, streamId: id })
    socket.send({ type: 'subscribe_live' })
    await socket.roundTrip()
  }
  for (const body of [{ isLive: true }, { title: 'Another title' }, { isLive: false }])
    await member.put(`/api/streams/${id}`, body)
  const { key } = await renew(member, id)
  for (const socket of sockets) {
    await socket.waitFor('stream_ended')
    await socket.roundTrip()
    const received = JSON.stringify(socket.received)
    for (const secret of [streamKey, key, 'streamKey', 'rtcOfferId']) expect(received).not.toContain(secret)
    socket.close()
  }
})

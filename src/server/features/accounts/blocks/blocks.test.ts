import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { users } from '#server/features/accounts/users/schema.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

const block = (one: TestClient, other: TestClient) => one.put(`/api/users/${other.user.id}/block`)
const unblock = (one: TestClient, other: TestClient) =>
  one.send('DELETE', `/api/users/${other.user.id}/block`)
const mute = (one: TestClient, other: TestClient) => one.put(`/api/users/${other.user.id}/mute`)
const unmute = (one: TestClient, other: TestClient) => one.send('DELETE', `/api/users/${other.user.id}/mute`)
const follow = (one: TestClient, other: TestClient) =>
  one.post(`/api/users/${other.user.id}/follow`, { following: true })

const twoMembers = async () => [await server.member(), await server.member()] as const
const hiddenIds = async (member: TestClient) => (await member.get('/api/hidden-users')).body
const listed = async (member: TestClient, kind: string) =>
  (await member.get(`/api/preferences/blocks?kind=${kind}`)).body
const recordOf = async (requester: TestClient, other: TestClient) =>
  (await requester.get(`/api/users/${other.user.id}`)).body

test('a block and a mute are two states, and repeating each changes nothing', async () => {
  const [ada, ben] = await twoMembers()
  const none = { blocked: false, muted: false }
  for (const [change, state] of [
    [unblock, none],
    [block, { blocked: true, muted: false }],
    [mute, { blocked: true, muted: true }],
    [unblock, { blocked: false, muted: true }],
    [unmute, none],
  ] as const)
    for (let times = 0; times < 2; times++)
      expect(await change(ada, ben)).toMatchObject({ status: 200, body: state })
  expect(await hiddenIds(ada)).toEqual({ ids: [] })
})

test('both sides of a block hide each other, and each lists only its own', async () => {
  const [ada, ben] = await twoMembers()
  await block(ada, ben)
  expect(await hiddenIds(ada)).toEqual({ ids: [ben.user.id] })
  expect(await hiddenIds(ben)).toEqual({ ids: [ada.user.id] })
  expect(await listed(ada, 'block')).toMatchObject([{ id: ben.user.id, since: expect.any(String) }])
  expect(await listed(ben, 'block')).toEqual([])
  expect(await recordOf(ada, ben)).toMatchObject({ blockedByMe: true, mutedByMe: false, postsHidden: true })
  expect(await recordOf(ben, ada)).toMatchObject({ blockedByMe: false, mutedByMe: false, postsHidden: true })
  await block(ben, ada)
  await unblock(ada, ben)
  expect(await recordOf(ada, ben)).toMatchObject({ blockedByMe: false, postsHidden: true })
  await unblock(ben, ada)
  expect(await recordOf(ada, ben)).toMatchObject({ postsHidden: false })
})

test('a mute is only of the one who mutes', async () => {
  const [ada, ben] = await twoMembers()
  await mute(ada, ben)
  expect(await hiddenIds(ada)).toEqual({ ids: [ben.user.id] })
  expect(await hiddenIds(ben)).toEqual({ ids: [] })
  expect(await listed(ada, 'mute')).toMatchObject([{ id: ben.user.id }])
  expect(await listed(ada, 'block')).toEqual([])
  expect(await recordOf(ada, ben)).toMatchObject({ blockedByMe: false, mutedByMe: true, postsHidden: false })
  expect(await recordOf(ben, ada)).toMatchObject({ blockedByMe: false, mutedByMe: false, postsHidden: false })
})

test('the lists of blocked members have pages', async () => {
  const ada = await server.member()
  const others = await Promise.all(Array.from({ length: 5 }, () => server.member()))
  for (const other of others) await block(ada, other)
  const pages: unknown[] = []
  for await (const page of ada.pages('/api/preferences/blocks?kind=block&limit=2')) pages.push(page)
  expect(pages).toMatchObject([[{}, {}], [{}, {}], [{}]])
  expect(pages.flat()).toMatchObject(others.toReversed().map(({ user }) => ({ id: user.id })))
})

test('members cannot hide themselves, nor a missing or inactive member', async () => {
  const [ada, inactive] = await twoMembers()
  await server.database.db.update(users).set({ isActive: false }).where(eq(users.id, inactive.user.id))
  for (const kind of ['block', 'mute'])
    for (const method of ['PUT', 'DELETE']) {
      expect(await ada.send(method, `/api/users/${ada.user.id}/${kind}`)).toMatchObject({
        status: 400,
        body: { code: 'invalid', fields: [{ path: 'userId' }] },
      })
      for (const id of [inactive.user.id, randomUUID(), 'null'])
        expect((await ada.send(method, `/api/users/${id}/${kind}`)).status).toBe(404)
    }
})

test('a block ends the follows of both, with their counts, and unblocking restores none', async () => {
  const [ada, ben] = await twoMembers()
  await follow(ada, ben)
  await follow(ben, ada)
  const [socketOfAda, socketOfBen] = [await ada.openSocket(), await ben.openSocket()]
  await block(ada, ben)
  for (const [socket, other] of [
    [socketOfAda, ben],
    [socketOfBen, ada],
  ] as const)
    expect(await socket.waitFor('follow_changed')).toMatchObject({
      userId: other.user.id,
      data: { isFollowing: false, followersCount: 0, followingCount: 0 },
    })
  await unblock(ada, ben)
  for (const [one, other] of [
    [ada, ben],
    [ben, ada],
  ] as const) {
    expect(await recordOf(one, other)).toMatchObject({ followersCount: 0, followingCount: 0 })
    const { body } = await one.get(`/api/follows/${one.user.id}/${other.user.id}`)
    expect(body).toEqual({ following: false })
  }
  for (const socket of [socketOfAda, socketOfBen]) socket.close()
})

test('a block withdraws the notifications of both, a mute those of the muted', async () => {
  const [ada, ben] = await twoMembers()
  const notifications = async (member: TestClient) => (await member.get('/api/notifications')).body
  const unread = async (member: TestClient) => (await member.get('/api/notifications/unread')).body
  const followEachOther = () => Promise.all([follow(ada, ben), follow(ben, ada)])
  await followEachOther()
  await mute(ada, ben)
  expect(await notifications(ada)).toEqual([])
  expect(await unread(ada)).toEqual({ unreadCount: 0 })
  expect(await notifications(ben)).toMatchObject([{ type: 'follow' }])
  await block(ada, ben)
  expect(await notifications(ben)).toEqual([])
  expect(await unread(ben)).toEqual({ unreadCount: 0 })
})

test('all pages of both hear of a block at once, and only those of the one who mutes of a mute', async () => {
  const [ada, ben] = await twoMembers()
  const sockets = [await ada.openSocket(), await ada.openSocket(), await ben.openSocket()] as const
  for (const change of [block, unblock]) {
    await change(ada, ben)
    for (const socket of sockets) await socket.waitFor('hidden_users_changed')
  }
  await mute(ada, ben)
  for (const socket of sockets.slice(0, 2)) await socket.waitFor('hidden_users_changed')
  await sockets[2].roundTrip()
  expect(sockets[2].received.filter(({ type }) => type === 'hidden_users_changed')).toEqual([])
  for (const socket of sockets) socket.close()
})

test('neither of the two can follow the other, and neither is told who blocked', async () => {
  const [ada, ben] = await twoMembers()
  await block(ada, ben)
  for (const [one, other] of [
    [ada, ben],
    [ben, ada],
  ] as const)
    expect(await follow(one, other)).toMatchObject({
      status: 403,
      body: { code: 'blocked', message: "You can't do this with this member." },
    })
})

test('the browser keeps the hidden members until they change', async () => {
  const [ada, ben] = await twoMembers()
  const first = await ada.get('/api/hidden-users')
  const etag = first.headers.get('etag') ?? ''
  expect(first.headers.get('cache-control')).toBe('private, no-cache')
  const again = await ada.get('/api/hidden-users', { 'if-none-match': etag })
  expect(again).toMatchObject({ status: 304, body: '' })
  await block(ada, ben)
  const changed = await ada.get('/api/hidden-users', { 'if-none-match': etag })
  expect(changed).toMatchObject({ status: 200, body: { ids: [ben.user.id] } })
})

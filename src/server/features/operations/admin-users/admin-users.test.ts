import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import * as calls from '#shared/operations/admin-users.ts'
import { CLOSE_CODES } from '#shared/constants.ts'
import type { Role } from '#shared/roles.ts'
import { waitForBlockedQuery } from '#server/db/testing/test-locks.ts'
import { listAudit } from '#server/features/operations/audit/test-queries.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import { listSettings } from '#shared/operations/admin-settings.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { lockRoles } from './queries.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp({ env: { SOCKET_HEARTBEAT_SECONDS: '600' } })
})
afterAll(() => server.close())

const PATH = '/api/admin/users'
const setRole = (admin: TestClient, { user }: TestClient, role: Role) =>
  admin.put(`${PATH}/${user.id}/role`, { role })
const setActive = (admin: TestClient, { user }: TestClient, active: boolean) =>
  admin.put(`${PATH}/${user.id}/status`, { active })
const currentUser = (client: TestClient) => client.get('/api/auth/user')
const auditOf = async ({ user }: TestClient) =>
  (await listAudit(server.database.db, 'user.')).filter(({ subjectId }) => subjectId === user.id)

async function list(query: string) {
  const { status, body } = await server.admin.get(`${PATH}?${query}`)
  expect(status).toBe(200)
  return calls.listUsers.response.parse(body)
}
const idsOf = async (query: string) => (await list(query)).users.map(({ id }) => id)

async function signUpAs(role: Role): Promise<TestClient> {
  const member = await server.member()
  expect((await setRole(server.admin, member, role)).status).toBe(200)
  return member
}

test('all users are listed in pages of twenty, the newest first, with their number', async () => {
  for (let count = 0; count < 22; count++) await server.member()
  const first = await list('')
  expect(first.users).toHaveLength(20)
  expect(first.total).toBeGreaterThan(22)
  const second = await list('limit=20&offset=20')
  const ids = [...first.users, ...second.users].map(({ id }) => id)
  expect(ids).toEqual([...new Set(ids)].toSorted().toReversed())
  expect(second.total).toBe(first.total)
  expect(await list('offset=100000')).toEqual({ users: [], total: first.total })
  expect(await list('limit=1')).toMatchObject({
    users: [{ email: expect.stringContaining('@example.org'), isActive: true, role: 'user' }],
  })
  for (const query of ['limit=0', 'limit=101', 'offset=-1', 'offset=x', 'role=king'])
    expect((await server.admin.get(`${PATH}?${query}`)).status, query).toBe(400)
})

test('the search finds parts of the e-mail address and of the full name, whatever their case and accents', async () => {
  const member = server.client()
  await member.signUp({ firstName: 'Fọlákẹ́', lastName: 'Adéyẹmí 50%', email: 'one_100+sure@mail.example' })
  const found = [member.user.id]
  for (const search of ['FOLAKE', 'fọlákẹ́ adé', 'lake adeyemi', 'MAIL.example', 'one_100+', '50%', '%'])
    expect(await idsOf(new URLSearchParams({ search }).toString()), search).toEqual(found)
  for (const search of ['adeyemi folake', 'one%100', 'one_100_sure', "'; drop table users", String.raw`\ `])
    expect(await idsOf(new URLSearchParams({ search }).toString()), search).toEqual([])
  await member.put('/api/auth/profile', { firstName: 'Ìyábọ̀' })
  expect(await idsOf('search=iyabo')).toEqual(found)
  expect(await idsOf('search=iyabo&role=admin')).toEqual([])
  expect(await idsOf('search=iyabo&status=inactive')).toEqual([])
})

test('the counters count every user once, in the role of each', async () => {
  const count = async () => calls.countUsers.response.parse((await server.admin.get(`${PATH}/counts`)).body)
  const before = await count()
  await signUpAs('moderator')
  await signUpAs('admin')
  await signUpAs('super_admin')
  await setActive(server.admin, await signUpAs('admin'), false)
  expect(await count()).toEqual({
    total: before.total + 4,
    active: before.active + 3,
    admins: before.admins + 3,
    moderators: before.moderators + 1,
    waiting: 0,
  })
})

test('another role takes effect at the next call, closes open sockets, and stands in the audit trail', async () => {
  const member = await server.member()
  const socket = await member.openSocket()
  await currentUser(member)
  const response = await setRole(server.admin, member, 'admin')
  expect(response).toMatchObject({ status: 200, body: { id: member.user.id, role: 'admin' } })
  expect(await socket.closed).toEqual({ code: CLOSE_CODES.signedOut })
  expect((await currentUser(member)).body).toMatchObject({ role: 'admin' })
  expect((await member.get(PATH)).status).toBe(200)
  expect((await setRole(server.admin, member, 'admin')).status).toBe(200)
  await setRole(server.admin, member, 'user')
  expect((await member.get(PATH)).status).toBe(404)
  const actorId = server.admin.user.id
  expect(await auditOf(member)).toMatchObject([
    { action: 'user.role_changed', actorId, details: { before: 'user', after: 'admin' } },
    { action: 'user.role_changed', actorId, details: { before: 'admin', after: 'user' } },
  ])
})

test('the other super_admins are told of another role', async () => {
  const [admin, member] = [await signUpAs('admin'), await server.member()]
  const owner = await signUpAs('super_admin')
  await setRole(admin, member, 'moderator')
  const { body } = await owner.get('/api/notifications')
  expect(body).toMatchObject([
    {
      type: 'role',
      role: 'moderator',
      user: { id: member.user.id, email: member.user.email },
      actors: [{ id: admin.user.id }],
    },
  ])
  // Neither the admin who changed the role nor the user is notified.
  for (const client of [admin, member]) expect((await client.get('/api/notifications')).body).toEqual([])
})

test.each(['nobody', 'a role', 'KING', null])('%j is no role', async (role) => {
  const member = await server.member()
  expect((await server.admin.put(`${PATH}/${member.user.id}/role`, { role })).status).toBe(400)
})

test('nobody lowers their own role or deactivates themselves', async () => {
  for (const role of ['admin', 'super_admin'] as const) {
    const admin = await signUpAs(role)
    expect(await setRole(admin, admin, 'user')).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect(await setActive(admin, admin, false)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect((await currentUser(admin)).body).toMatchObject({ role, isActive: true })
  }
})

test('a super_admin is told of roles also by an admin whom they have blocked', async () => {
  const [admin, member] = [await signUpAs('admin'), await server.member()]
  const owner = await signUpAs('super_admin')
  await setRole(admin, member, 'moderator')
  await owner.put(`/api/users/${admin.user.id}/block`)
  await setRole(admin, member, 'user')
  const roles = [{ role: 'user' }, { role: 'moderator' }]
  expect((await owner.get('/api/notifications')).body).toMatchObject(roles)
})

test('the last active super_admin keeps the role, also when admins act at the same moment', async () => {
  const alone = await startTestApp()
  onTestFinished(() => alone.close())
  const role = (admin: TestClient, { user }: TestClient, to: Role) =>
    admin.put(`${PATH}/${user.id}/role`, { role: to })
  const { admin: owner } = alone
  const [first, second] = [await alone.member(), await alone.member()]
  await role(owner, first, 'admin')
  const refused = { status: 409, body: { code: 'last_super_admin' } }
  expect(await role(first, owner, 'user')).toMatchObject(refused)
  expect(await first.put(`${PATH}/${owner.user.id}/status`, { active: false })).toMatchObject(refused)

  await role(owner, first, 'super_admin')
  await role(owner, second, 'super_admin')
  // A deactivated one does not count.
  await owner.put(`${PATH}/${second.user.id}/status`, { active: false })
  for (const act of ['demote', 'demote', 'demote', 'deactivate'] as const) {
    const responses = await Promise.all([
      role(owner, first, 'user'),
      act === 'demote'
        ? role(first, owner, 'user')
        : first.put(`${PATH}/${owner.user.id}/status`, { active: false }),
    ])
    // The slower one is no admin any more.
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
    const { db } = alone.database
    const rows = await db
      .select({ isActive: users.isActive })
      .from(users)
      .where(eq(users.role, 'super_admin'))
    expect(rows.filter(({ isActive }) => isActive)).toHaveLength(1)
    for (const { user } of [owner, first])
      await db.update(users).set({ role: 'super_admin' }).where(eq(users.id, user.id))
    await alone.catchUpWithDatabase()
  }
})

test('where super_admins appoint admins, other admins change neither role nor status of admins', async () => {
  const { settings } = server.app.context
  const by = server.admin.user.id
  await settings.set('general.superAdminsAppointAdmins', 'true', by)
  onTestFinished(() => settings.reset('general.superAdminsAppointAdmins', by))
  const [admin, other, member] = [await signUpAs('admin'), await signUpAs('admin'), await server.member()]
  const refused = { status: 403, body: { code: 'forbidden' } }
  expect(await setRole(admin, member, 'admin')).toMatchObject(refused)
  expect(await setRole(admin, other, 'user')).toMatchObject(refused)
  expect(await setActive(admin, other, false)).toMatchObject(refused)
  expect((await setRole(admin, member, 'moderator')).status).toBe(200)
  expect((await setActive(admin, member, false)).status).toBe(200)
  expect((await setRole(server.admin, other, 'user')).status).toBe(200)
})

test('a super_admin who is demoted meanwhile appoints nobody any more', async () => {
  const key = 'general.superAdminsAppointAdmins'
  const { settings } = server.app.context
  await settings.set(key, 'true', server.admin.user.id)
  onTestFinished(() => settings.reset(key, server.admin.user.id))
  const [demoted, member] = [await signUpAs('super_admin'), await server.member()]
  const { db } = server.database
  const changes = await db.transaction(async (tx) => {
    await lockRoles(tx)
    const demotion = setRole(server.admin, demoted, 'admin')
    await waitForBlockedQuery(db)
    const appointment = setRole(demoted, member, 'super_admin')
    await waitForBlockedQuery(db, 2)
    return [demotion, appointment]
  })
  expect((await Promise.all(changes)).map(({ status }) => status)).toEqual([200, 403])
})

test('other admins cannot change whether only super_admins appoint admins', async () => {
  const key = 'general.superAdminsAppointAdmins'
  const { settings } = server.app.context
  onTestFinished(() => settings.reset(key, server.admin.user.id))
  const admin = await signUpAs('admin')
  const save = (client: TestClient, value: string) => client.post('/api/admin/settings', { key, value })
  const refused = { status: 403, body: { code: 'forbidden' } }
  expect(await save(admin, 'true')).toMatchObject(refused)
  expect((await save(server.admin, 'true')).status).toBe(200)
  expect(await save(admin, 'false')).toMatchObject(refused)
  const isLocked = async (client: TestClient) =>
    listSettings.response
      .parse((await client.get('/api/admin/settings')).body)
      .flatMap((setting) => (setting.isLocked ? [setting.key] : []))
  expect([await isLocked(admin), await isLocked(server.admin)]).toEqual([[key], []])
  expect(await admin.send('DELETE', `/api/admin/settings/${key}`)).toMatchObject(refused)
  expect(settings.get(key)).toBe(true)
})

test('a deactivated user is signed out everywhere, and the live stream ends', async () => {
  const [member, watcher] = [await server.member(), await server.member()]
  const stream = await member.createStream()
  expect((await member.put(`/api/streams/${stream.id}`, { isLive: true })).status).toBe(200)
  const [own, watching] = [await member.openSocket(), await watcher.openSubscribedSocket(stream.id)]
  expect(await setActive(server.admin, member, false)).toMatchObject({
    status: 200,
    body: { id: member.user.id, isActive: false },
  })
  expect(await own.closed).toEqual({ code: CLOSE_CODES.signedOut })
  await watching.waitFor('stream_ended')
  expect((await currentUser(member)).status).toBe(401)
  const details = async () => server.admin.get(`${PATH}/${member.user.id}`)
  expect(await details()).toMatchObject({ body: { user: { isActive: false }, sessions: [] } })

  expect((await setActive(server.admin, member, true)).status).toBe(200)
  // The sessions do not come back.
  expect((await currentUser(member)).status).toBe(401)
  expect(await member.get(`/api/streams/${stream.id}`)).toMatchObject({ body: { isLive: false } })
  expect(await auditOf(member)).toMatchObject([{ action: 'user.deactivated' }, { action: 'user.activated' }])
})

test('an admin sees what a user has, and notes something that other members never get', async () => {
  const [member, fan] = [await server.member(), await server.member()]
  await member.createPost()
  const stream = await member.createStream()
  await member.post('/api/chat/send', { streamId: stream.id, message: 'Selam' })
  const path = `${PATH}/${member.user.id}`
  const note = await server.admin.post(`${path}/notes`, { text: 'Wrote to us.\nAnswered.' })
  expect(note).toMatchObject({
    status: 201,
    body: { text: 'Wrote to us.\nAnswered.', author: { id: server.admin.user.id } },
  })
  const { body } = await server.admin.get(path)
  expect(calls.getUserDetails.response.parse(body)).toMatchObject({
    user: { id: member.user.id, email: member.user.email },
    sessions: [{ isCurrent: false }],
    content: { posts: 1, comments: 0, videos: 0, streams: 1, chatMessages: 1 },
    storage: { usedBytes: 0 },
    payments: { tipsSent: { count: 0, amount: '0.00' }, tipsReceived: { count: 0, amount: '0.00' } },
    notes: [note.body],
  })
  for (const client of [member, fan])
    for (const address of [path, `/api/users/${member.user.id}`])
      expect(JSON.stringify((await client.get(address)).body)).not.toContain('Wrote to us')
  expect((await server.admin.post(`${path}/notes`, { text: ' ' })).status).toBe(400)
  expect((await auditOf(member)).at(-1)).toMatchObject({ action: 'user.noted' })
})

test('an admin ends all sessions of a user, who can sign in again', async () => {
  const member = server.client()
  await member.signUp({ password: 'only for this test' })
  const socket = await member.openSocket()
  const response = await server.admin.send('DELETE', `${PATH}/${member.user.id}/sessions`)
  expect(response).toMatchObject({ status: 200, body: { endedSessions: 1 } })
  expect(await socket.closed).toEqual({ code: CLOSE_CODES.signedOut })
  expect((await currentUser(member)).status).toBe(401)
  const { email } = member.user
  const again = await member.post('/api/auth/login', { email, password: 'only for this test' })
  expect(again.status).toBe(200)
})

import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Invitation, createInvitation } from '#shared/accounts/invitations.ts'
import type { SignUpMode } from '#shared/settings/public-settings.ts'
import { listAudit } from '#server/features/operations/audit/test-queries.ts'
import { TestSmtpServer } from '#server/mail/testing/test-smtp-server.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'

let smtp: TestSmtpServer
let server: TestApp
beforeAll(async () => {
  smtp = await TestSmtpServer.start()
  server = await startTestApp({ env: smtp.env })
})
afterAll(async () => {
  await server.close()
  await smtp.stop()
})
afterEach(() => server.app.context.settings.reset('general.signUp', server.admin.user.id))

const PATH = '/api/admin/invitations'
const setMode = (mode: SignUpMode) =>
  server.app.context.settings.set('general.signUp', mode, server.admin.user.id)

async function invite(body: object = {}): Promise<Invitation> {
  const response = await server.admin.post(PATH, body)
  expect(response.status).toBe(201)
  return createInvitation.response.parse(response.body)
}

const account = (more: object = {}) => ({
  email: `${randomUUID()}@example.org`,
  password: 'only for this test',
  ...more,
})
const signUp = (more: object = {}, client: TestClient = server.client()) =>
  client.post('/api/auth/register', account(more))
const refused = (code: string) => ({ status: 403, body: { code } })

test('an invitation opens as many accounts as it says, also at the same moment', async () => {
  await setMode('invitation')
  expect(await signUp()).toMatchObject(refused('invitation_needed'))
  expect(await signUp({ invitation: 'a guess' })).toMatchObject(refused('invitation_invalid'))
  const { token } = await invite({ maxUses: 2, note: 'The drummers' })
  const responses = await Promise.all(Array.from({ length: 5 }, () => signUp({ invitation: token })))
  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 403, 403, 403])
  expect((await server.admin.get(`${PATH}?limit=1`)).body).toMatchObject([
    { token, note: 'The drummers', usesCount: 2, maxUses: 2, createdBy: { id: server.admin.user.id } },
  ])
})

test('a sign-up that fails uses no invitation up', async () => {
  await setMode('invitation')
  const { token } = await invite()
  const { email } = server.admin.user
  expect(await signUp({ invitation: token, email })).toMatchObject({ status: 409 })
  expect((await signUp({ invitation: token })).status).toBe(201)
})

test('a revoked or expired invitation opens no account', async () => {
  await setMode('invitation')
  const { id, token } = await invite()
  const revoke = () => server.admin.send('DELETE', `${PATH}/${id}`)
  const first = await revoke()
  expect(first).toMatchObject({ status: 200, body: { id, revokedAt: expect.any(String) } })
  expect((await revoke()).body).toEqual(first.body)
  expect(await signUp({ invitation: token })).toMatchObject(refused('invitation_invalid'))
  expect((await server.admin.send('DELETE', `${PATH}/${randomUUID()}`)).status).toBe(404)
  const audit = (await listAudit(server.database.db, 'invitation.')).filter(
    ({ subjectId }) => subjectId === id,
  )
  expect(audit.map(({ action }) => action)).toEqual(['invitation.created', 'invitation.revoked'])
  for (const body of [
    { maxUses: 0 },
    { maxUses: 1.5 },
    { days: 0 },
    { days: 366 },
    { note: 'x'.repeat(101) },
  ])
    expect((await server.admin.post(PATH, body)).status).toBe(400)
})

test('while sign-up is closed, not even an invitation opens an account; while it is open, none is used up', async () => {
  const { token } = await invite()
  await setMode('closed')
  expect(await signUp({ invitation: token })).toMatchObject(refused('sign_up_closed'))
  await setMode('open')
  expect((await signUp({ invitation: token })).status).toBe(201)
  expect((await server.admin.get(`${PATH}?limit=1`)).body).toMatchObject([{ token, usesCount: 0 }])
})

test('an account that waits cannot be used until an admin approves it, of which its owner is told by mail', async () => {
  await setMode('approval')
  const client = server.client()
  const { email, password } = account()
  const response = await client.post('/api/auth/register', { email, password })
  expect(response).toMatchObject({ status: 201, body: { email, isActive: false, lastLoginAt: null } })
  expect((await client.get('/api/auth/user')).status).toBe(401)
  const login = () => client.post('/api/auth/login', { email, password })
  expect(await login()).toMatchObject(refused('approval_pending'))

  const waiting = await server.admin.get('/api/admin/users?status=waiting')
  expect(waiting.body).toMatchObject({ total: 1, users: [{ email, awaitsApproval: true, isActive: false }] })
  expect((await server.admin.get('/api/admin/users/counts')).body).toMatchObject({ waiting: 1 })
  // Boundary: checked by the lines above.
  const [{ id }] = (waiting.body as { users: [{ id: string }] }).users
  const decide = (active: boolean) => server.admin.put(`/api/admin/users/${id}/status`, { active })
  expect((await decide(true)).body).toMatchObject({ isActive: true, awaitsApproval: false })
  await expect
    .poll(() => smtp.mailsTo(email).map((mail) => mail.header('Subject')))
    .toContain('Your account at Creative Wave is ready')
  expect((await login()).status).toBe(200)
  const audit = (await listAudit(server.database.db, 'user.')).filter(({ subjectId }) => subjectId === id)
  expect(audit.map(({ action }) => action)).toEqual(['user.approved'])
})

test('a refused account stays unusable, and one with an invitation needs no approval', async () => {
  await setMode('approval')
  const { token } = await invite()
  expect((await signUp({ invitation: token })).body).toMatchObject({ isActive: true })
  const client = server.client()
  const { email, password } = account()
  const { body } = await client.post('/api/auth/register', { email, password })
  // Boundary: the contract's user.
  const { id } = body as { id: string }
  const decided = await server.admin.put(`/api/admin/users/${id}/status`, { active: false })
  expect(decided.body).toMatchObject({ isActive: false, awaitsApproval: false })
  expect(await client.post('/api/auth/login', { email, password })).toMatchObject(refused('forbidden'))
  expect((await server.admin.get('/api/admin/users?status=waiting')).body).toMatchObject({ total: 0 })
})

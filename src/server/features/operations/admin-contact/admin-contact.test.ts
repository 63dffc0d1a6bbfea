import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import * as calls from '#shared/operations/admin-contact.ts'
import { sendContactMessage } from '#shared/operations/contact.ts'
import type { Role } from '#shared/roles.ts'
import { listAudit } from '#server/features/operations/audit/test-queries.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import { TestSmtpServer } from '#server/mail/testing/test-smtp-server.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp({ rates: { contactMessages: { points: 1000, seconds: 60 } } })
})
afterAll(() => server.close())

const PATH = '/api/admin/contact'

async function send(subject: string, client: TestClient = server.client()): Promise<string> {
  const body = {
    fullName: 'Fọlákẹ́',
    email: 'folake@example.org',
    subject,
    message: 'How?\n\nI have a camera.',
  }
  return sendContactMessage.response.parse((await client.post('/api/contact', body)).body).id
}

async function list(query = '') {
  const { status, body } = await server.admin.get(`${PATH}${query}`)
  expect(status).toBe(200)
  return calls.listContactMessages.response.parse(body)
}
const idsOf = async (query = '') => (await list(query)).map(({ id }) => id)
const setDone = (id: string, done: boolean) => server.admin.put(`${PATH}/${id}`, { done })

test('messages are listed in pages, the newest first, with what the sender wrote', async () => {
  const sent: string[] = []
  for (let count = 0; count < 5; count++) sent.unshift(await send(`Question ${count}`))
  const pages: string[][] = []
  for await (const page of server.admin.pages(`${PATH}?limit=2`))
    pages.push(calls.listContactMessages.response.parse(page).map(({ id }) => id))
  expect(pages.flat()).toEqual(sent)
  expect(pages).toHaveLength(3)
  expect(await list('?limit=1')).toMatchObject([
    {
      fullName: 'Fọlákẹ́',
      subject: 'Question 4',
      message: 'How?\n\nI have a camera.',
      user: null,
      doneAt: null,
    },
  ])
  for (const query of ['?state=lost', '?limit=0', '?cursor=x'])
    expect((await server.admin.get(`${PATH}${query}`)).status, query).toBe(400)
})

test('a message is marked as done and opened again, once each in the audit trail', async () => {
  const id = await send('A question')
  expect(await idsOf()).toContain(id)
  expect(await idsOf('?state=done')).not.toContain(id)
  const done = await setDone(id, true)
  expect(done).toMatchObject({ status: 200, body: { id, doneBy: { id: server.admin.user.id } } })
  // Repeating it keeps the time.
  expect(await setDone(id, true)).toMatchObject({ status: 200, body: done.body })
  expect(await idsOf()).not.toContain(id)
  for (const state of ['done', 'all']) expect(await idsOf(`?state=${state}`)).toContain(id)
  for (let count = 0; count < 2; count++)
    expect(await setDone(id, false)).toMatchObject({ body: { doneAt: null, doneBy: null } })
  expect(await idsOf()).toContain(id)
  const entries = (await listAudit(server.database.db, 'contact.')).filter(
    ({ subjectId }) => subjectId === id,
  )
  expect(entries.map(({ action }) => action)).toEqual(['contact.done', 'contact.reopened'])
  expect(entries[0]).toMatchObject({ actorId: server.admin.user.id })
})

test('only existing messages are marked, as done or not', async () => {
  expect((await setDone(randomUUID(), true)).status).toBe(404)
  const id = await send('A question')
  expect((await server.admin.put(`${PATH}/${id}`, { done: 'yes' })).status).toBe(400)
})

test('a member’s message has the account until it is deleted', async () => {
  const member = await server.member()
  const id = await send('A question', member)
  const [message] = await list('?limit=1')
  expect(message).toMatchObject({ id, user: { id: member.user.id, email: member.user.email } })
  await server.database.db.delete(users).where(eq(users.id, member.user.id))
  expect(await list('?limit=1')).toMatchObject([{ id, user: null }])
})

async function memberWithRole(role: Role, app = server): Promise<TestClient> {
  const member = await app.member()
  await app.admin.put(`/api/admin/users/${member.user.id}/role`, { role })
  return member
}

test('a message is assigned to an admin or to nobody, and is in the list of this admin while it is open', async () => {
  const other = await memberWithRole('admin')
  const id = await send('A question')
  const assign = (userId: string | null) => server.admin.put(`${PATH}/${id}/assignee`, { userId })
  const mineOf = async (client: TestClient) =>
    calls.listContactMessages.response
      .parse((await client.get(`${PATH}?state=mine`)).body)
      .map((each) => each.id)
  for (let count = 0; count < 2; count++)
    expect(await assign(other.user.id)).toMatchObject({
      status: 200,
      body: { id, assignee: { id: other.user.id } },
    })
  expect(await mineOf(other)).toEqual([id])
  expect(await mineOf(server.admin)).not.toContain(id)
  expect(await idsOf()).toContain(id)
  await setDone(id, true)
  expect(await mineOf(other)).toEqual([])
  await setDone(id, false)
  expect(await assign(null)).toMatchObject({ status: 200, body: { assignee: null } })
  expect(await mineOf(other)).toEqual([])
  const assignments = (await listAudit(server.database.db, 'contact.assigned')).filter(
    ({ subjectId }) => subjectId === id,
  )
  expect(assignments.map(({ details }) => details)).toEqual([
    { before: null, after: other.user.id },
    { before: other.user.id, after: null },
  ])
})

test('only active admins get messages', async () => {
  const id = await send('A question')
  const [member, admin] = [await memberWithRole('moderator'), await memberWithRole('admin')]
  const assigneeIds = async () =>
    calls.listContactAssignees.response
      .parse((await server.admin.get(`${PATH}/assignees`)).body)
      .map((each) => each.id)
  expect(await assigneeIds()).toEqual(expect.arrayContaining([server.admin.user.id, admin.user.id]))
  expect(await assigneeIds()).not.toContain(member.user.id)
  await server.admin.put(`/api/admin/users/${admin.user.id}/status`, { active: false })
  expect(await assigneeIds()).not.toContain(admin.user.id)
  for (const userId of [member.user.id, admin.user.id, randomUUID()])
    expect(await server.admin.put(`${PATH}/${id}/assignee`, { userId })).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'userId', message: 'Messages are assigned to active admins only.' }] },
    })
  expect((await server.admin.put(`${PATH}/${randomUUID()}/assignee`, { userId: null })).status).toBe(404)
})

async function startMailingApp() {
  const smtp = await TestSmtpServer.start()
  const mailing = await startTestApp({ env: smtp.env })
  onTestFinished(async () => {
    await mailing.close()
    await smtp.stop()
  })
  return { mailing, smtp }
}

const answerOf = (text: string, idempotencyKey: string = randomUUID()) => ({ text, idempotencyKey })

test('an answer is mailed to the sender, kept with its author, and closes the message', async () => {
  const { mailing, smtp } = await startMailingApp()
  const id = await send('A question', mailing.client())
  const answer = answerOf('Start with your camera.\nThen press Go Live.')
  const response = await mailing.admin.post(`${PATH}/${id}/answer`, answer)
  expect(response).toMatchObject({
    status: 200,
    body: {
      answer: { text: answer.text, author: { id: mailing.admin.user.id } },
      doneBy: { id: mailing.admin.user.id },
    },
  })
  // The request was repeated because its response was lost.
  expect(await mailing.admin.post(`${PATH}/${id}/answer`, answer)).toMatchObject({
    status: 200,
    body: response.body,
  })
  await vi.waitFor(() => expect(smtp.mailsTo('folake@example.org')).toHaveLength(1))
  const [mail] = smtp.mailsTo('folake@example.org')
  expect(mail?.header('Subject')).toBe('Re: A question')
  expect(mail?.header('Reply-To')).toBe('post@example.org')
  expect(mail?.body).toMatch(/^Start with your camera\.\r?\nThen press Go Live\.$/m)
  expect(mail?.body).toMatch(/^> How\?\r?\n> \r?\n> I have a camera\./m)
  const actions = (await listAudit(mailing.database.db, 'contact.')).map(({ action }) => action)
  expect(actions).toEqual(['contact.answered'])
})

test('of two admins who answer at the same time one is sent, and the other hears whose answer it was', async () => {
  const { mailing, smtp } = await startMailingApp()
  const other = await memberWithRole('admin', mailing)
  const id = await send('A question', mailing.client())
  const [first, second] = await Promise.all(
    [mailing.admin, other].map((admin) =>
      admin.post(
        `${PATH}/${id}/answer`,
        answerOf(`Hello from ${admin.user.id}, \u2067${'x'.repeat(300)}\u2069`),
      ),
    ),
  )
  expect([first?.status, second?.status].toSorted()).toEqual([200, 409])
  const [refused, author] = first?.status === 409 ? [first, other] : [second, mailing.admin]
  expect(refused?.body).toMatchObject({
    code: 'already_answered',
    message: expect.stringContaining(` has answered this message already: “Hello from ${author?.user.id}, x`),
  })
  // The answer is cut off within an isolate.
  expect(JSON.stringify(refused?.body)).not.toContain('\u2067')
  const [message] = calls.listContactMessages.response.parse(
    (await mailing.admin.get(`${PATH}?state=done`)).body,
  )
  expect(message?.answer?.author?.id).toBe(author?.user.id)
  // Opening it again lets nobody write a second time.
  await mailing.admin.put(`${PATH}/${id}`, { done: false })
  expect((await other.post(`${PATH}/${id}/answer`, answerOf('Again'))).status).toBe(409)
  await send('Another question', mailing.client())
  // Mails of other jobs may arrive before that of the answer.
  await vi.waitFor(() => expect(smtp.mailsTo('folake@example.org')).not.toHaveLength(0))
  await vi.waitFor(() => expect(smtp.received.length).toBeGreaterThanOrEqual(3))
  expect(smtp.mailsTo('folake@example.org')).toHaveLength(1)
})

test('an answer needs a text, a message and a site with mail', async () => {
  const id = await send('A question')
  const { mailing } = await startMailingApp()
  expect(await server.admin.post(`${PATH}/${id}/answer`, answerOf('Hello'))).toMatchObject({
    status: 409,
    body: { code: 'conflict', message: expect.stringContaining('sends no e-mail') },
  })
  expect(await list('?limit=1')).toMatchObject([{ id, answer: null, doneAt: null }])
  expect((await mailing.admin.post(`${PATH}/${id}/answer`, answerOf('Hello'))).status).toBe(404)
  const received = await send('A question', mailing.client())
  for (const text of [' ', 'x'.repeat(5001)])
    expect((await mailing.admin.post(`${PATH}/${received}/answer`, answerOf(text))).status).toBe(400)
})

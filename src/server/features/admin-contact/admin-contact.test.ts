import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as calls from '#shared/admin-contact.ts'
import { sendContactMessage } from '#shared/contact.ts'
import { listAudit } from '#server/features/audit/test-queries.ts'
import { users } from '#server/features/users/schema.ts'
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

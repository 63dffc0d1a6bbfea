import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { streams } from '#server/features/live/streams/schema.ts'

let server: TestApp
let owner: TestClient
beforeAll(async () => {
  server = await startTestApp({ env: { PUBLIC_URL: 'http://wave.example.org' } })
  owner = await server.member()
})
afterAll(() => server.close())

const SCHEDULED = new Date(Math.ceil(Date.now() / 1000) * 1000 + 24 * 60 * 60 * 1000)
const stamp = (moment: Date) => `${moment.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`

async function calendarOf(id: string, client = server.client()) {
  const { status, headers, body } = await client.get(`/api/streams/${id}/calendar.ics`)
  // Long lines are folded: a line break and a space.
  return { status, headers, text: String(body).replaceAll('\r\n ', '') }
}

const sequenceOf = (text: string) => Number(/SEQUENCE:(\d+)/.exec(text)?.[1])

test('an announced stream is a calendar event with an alarm and without an e-mail address', async () => {
  const { id } = await owner.createStream({
    title: 'Stew, slow; and easy',
    description: 'Three hours,\none pot.',
    scheduledFor: SCHEDULED.toISOString(),
  })
  const { status, headers, text } = await calendarOf(id)
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  expect(headers.get('content-disposition')).toBe(`attachment; filename="stream-${id}.ics"`)
  const end = new Date(SCHEDULED.getTime() + 60 * 60 * 1000)
  for (const line of [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `UID:${id}@wave.example.org`,
    `DTSTART:${stamp(SCHEDULED)}`,
    `DTEND:${stamp(end)}`,
    'SUMMARY:Stew\\, slow\\; and easy',
    `URL;VALUE=URI:http://wave.example.org/stream/${id}`,
    'TRIGGER:-PT10M',
  ])
    expect(text.split('\r\n')).toContain(line)
  expect(text).toContain(`With ${owner.user.firstName}`)
  expect(text).not.toContain('@example.org')
})

test('a rescheduled stream keeps its UID and has a new time and a higher SEQUENCE', async () => {
  const { id } = await owner.createStream({ scheduledFor: SCHEDULED.toISOString() })
  const moved = new Date(SCHEDULED.getTime() + 60 * 60 * 1000)
  // SEQUENCE counts seconds: the announcement has to be older than one.
  const earlier = sql`${streams.createdAt} - interval '1 minute'`
  await server.database.db
    .update(streams)
    .set({ createdAt: earlier, updatedAt: earlier })
    .where(eq(streams.id, id))
  const before = await calendarOf(id)
  await owner.put(`/api/streams/${id}`, { scheduledFor: moved.toISOString() })
  const after = await calendarOf(id)
  expect(after.text).toContain(`UID:${id}@wave.example.org`)
  expect(after.text).toContain(`DTSTART:${stamp(moved)}`)
  expect(sequenceOf(after.text)).toBeGreaterThan(sequenceOf(before.text))
})

test('a stream that is not announced or not visible has no calendar event', async () => {
  expect((await calendarOf((await owner.createStream()).id)).status).toBe(404)
  expect((await calendarOf(crypto.randomUUID())).status).toBe(404)
  const scheduledFor = SCHEDULED.toISOString()
  const { id } = await owner.createStream({ scheduledFor, settings: { isPublic: false } })
  expect((await calendarOf(id)).status).toBe(404)
  expect((await calendarOf(id, await server.member())).status).toBe(200)
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertDraft } from '#server/features/videos/videos/recording-queries.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import { discardDraft, failDraft } from './publish-recording.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp({ env: { JOBS: 'off' } })
})
afterAll(() => server.close())

test.each([
  { outcome: 'fails', end: failDraft },
  { outcome: 'is empty', end: discardDraft },
])('a recording that $outcome after its stream was deleted notifies nobody', async ({ end }) => {
  const owner = await server.member()
  const { id: streamId } = await owner.createStream()
  const [creatorId, { db }] = [owner.user.id, server.database]
  const draft = {
    title: 'Choir',
    description: null,
    category: 'Music',
    recordedFrom: null,
    hiddenAt: null,
  } as const
  const flags = { isPublic: true, isPublished: false, wasPublished: false }
  const videoId = await insertDraft(db, { ...draft, ...flags, creatorId, streamId })
  // The job has read the stream's id before.
  expect((await owner.send('DELETE', `/api/streams/${streamId}`)).status).toBe(200)
  await end(server.app.context, { id: randomUUID(), videoId, creatorId, streamId }, 'no space')
  expect((await owner.get('/api/notifications')).body).toEqual([])
  expect((await owner.get('/api/notifications/unread')).body).toEqual({ unreadCount: 0 })
})

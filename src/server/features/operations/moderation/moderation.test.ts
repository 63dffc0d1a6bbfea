import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createComment } from '#shared/community/comments.ts'
import * as decisionCalls from '#shared/operations/decisions.ts'
import { sendChat } from '#shared/live/chat.ts'
import * as calls from '#shared/operations/moderation.ts'
import { type Notification, listNotifications } from '#shared/notifications/notifications.ts'
import { listRules } from '#shared/operations/reports.ts'
import { listAudit } from '#server/features/operations/audit/test-queries.ts'
import { waitForBlockedQuery } from '#server/db/testing/test-locks.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import { storeVideo } from '#server/features/videos/videos/test-queries.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { purgeRemovedJob } from './purge-job.ts'
import { moderationDecisions } from '#server/features/operations/moderation-cases/schema.ts'

let server: TestApp
let moderator: TestClient
let colleague: TestClient
let rules: string[]
beforeAll(async () => {
  server = await startTestApp({ rates: { reports: { points: 1000, seconds: 60 } } })
  ;[moderator, colleague] = [await createModerator(), await createModerator()]
  rules = listRules.response.parse((await server.client().get('/api/rules')).body)
})
afterAll(() => server.close())

async function createModerator(): Promise<TestClient> {
  const member = await server.member()
  await server.admin.put(`/api/admin/users/${member.user.id}/role`, { role: 'moderator' })
  return member
}

type SubjectType = 'post' | 'comment' | 'video' | 'stream' | 'message' | 'user'
const report = (by: TestClient, subjectType: SubjectType, subjectId: string, body: object = {}) =>
  by.post('/api/reports', { subjectType, subjectId, reason: rules[0], ...body })

async function listOpen(query = ''): Promise<calls.ModerationCase[]> {
  const { status, body } = await moderator.get(`/api/moderation/reports?limit=100${query}`)
  expect(status).toBe(200)
  return calls.listCases.response.parse(body)
}
async function caseOf(subjectId: string): Promise<calls.ModerationCase> {
  const found = (await listOpen()).find((each) => each.subjectId === subjectId)
  if (!found) throw new Error('no case')
  return found
}
const decide = (by: TestClient, id: string, action: string, body: object = {}) =>
  by.post(`/api/moderation/reports/${id}`, { action, state: 'open', rule: rules[0], ...body })

async function notificationsOf(client: TestClient, type: Notification['type']): Promise<Notification[]> {
  const list = listNotifications.response.parse((await client.get('/api/notifications')).body)
  return list.filter((each) => each.type === type)
}

/** Creates one thing of each kind that can be removed; `read` returns the status of reading it as a member. */
async function createSubjects(author: TestClient) {
  const reader = await server.member()
  const post = await author.createPost({ content: 'Insults #market' })
  const commented = await reader.createPost()
  const comment = createComment.response.parse(
    (await author.post(`/api/posts/${commented.id}/comments`, { content: 'More insults' })).body,
  )
  const videoId = await storeVideo(server.database.db, author.user.id, { isPublished: true })
  const stream = await author.createStream()
  const chatStream = await reader.createStream()
  const sent = await author.post('/api/chat/send', {
    streamId: chatStream.id,
    message: 'Insults at midnight',
  })
  const messageId = sendChat.response.parse(sent.body).id
  const has = async (path: string, id: string) => JSON.stringify((await reader.get(path)).body).includes(id)
  return [
    ['post', post.id, () => has('/api/posts/feed?limit=100', post.id)],
    ['comment', comment.id, () => has(`/api/posts/${commented.id}/comments`, comment.id)],
    ['video', videoId, () => has(`/api/videos/${videoId}`, videoId)],
    ['stream', stream.id, () => has(`/api/streams/${stream.id}`, stream.id)],
    ['message', messageId, () => has(`/api/streams/${chatStream.id}/chat`, messageId)],
  ] as const
}

test('each kind is reported, removed with a reason, appealed and restored', async () => {
  const [author, reporter] = [await server.member(), await server.member()]
  for (const [subjectType, subjectId, isShown] of await createSubjects(author)) {
    expect(await isShown(), subjectType).toBe(true)
    expect((await report(reporter, subjectType, subjectId)).status, subjectType).toBe(201)
    const { id } = await caseOf(subjectId)
    const decided = await decide(moderator, id, 'remove', { note: 'Not here.' })
    expect(decided, subjectType).toMatchObject({
      status: 200,
      body: { state: 'closed', outcome: 'removal', closedBy: { id: moderator.user.id } },
    })
    expect(await isShown(), subjectType).toBe(false)
    const [decision] = calls.getCase.response.parse(decided.body).decisions
    const told = decisionCalls.getDecision.response.parse(
      (await author.get(`/api/decisions/${decision?.id}`)).body,
    )
    expect(told).toMatchObject({ kind: 'removal', rule: rules[0], note: 'Not here.', canAppeal: true })
    const appeal = { decisionId: told.id, words: 'It was a joke.' }
    expect((await author.post('/api/appeals', appeal)).status).toBe(200)
    expect((await author.post('/api/appeals', appeal)).status).toBe(409)
    const path = `/api/moderation/appeals/${told.id}`
    // Another moderator decides.
    expect((await moderator.post(path, { outcome: 'reversed' })).status).toBe(403)
    expect(await colleague.post(path, { outcome: 'reversed', note: 'Fine.' })).toMatchObject({
      status: 200,
      body: { appeal: { outcome: 'reversed', note: 'Fine.' }, undoneBy: { id: colleague.user.id } },
    })
    expect(await isShown(), subjectType).toBe(true)
  }
  await expect.poll(async () => (await notificationsOf(author, 'decision')).length).toBe(5)
  await expect.poll(async () => (await notificationsOf(reporter, 'report')).length).toBe(5)
  const [first] = await notificationsOf(author, 'decision')
  expect(first).toMatchObject({ actors: [{ id: author.user.id }], decision: { isUndone: true } })
})

test('a stream is removed while it starts or ends: its streamer is locked after it, as by these', async () => {
  const [author, reporter] = [await server.member(), await server.member()]
  const { id: streamId } = await author.createStream()
  await author.put(`/api/streams/${streamId}`, { isLive: true })
  await report(reporter, 'stream', streamId)
  const { id } = await caseOf(streamId)
  const { db } = server.database
  let decided: ReturnType<typeof decide> | undefined
  await db.transaction(async (tx) => {
    await tx.execute(sql`select from streams where id = ${streamId} for no key update`)
    decided = decide(moderator, id, 'remove')
    await waitForBlockedQuery(db)
    await tx.execute(sql`select from users where id = ${author.user.id} for no key update nowait`)
  })
  expect(await decided).toMatchObject({ status: 200, body: { outcome: 'removal' } })
  expect((await reporter.get(`/api/users/${author.user.id}`)).body).toMatchObject({ liveStreamId: null })
})

test('a wave of reports is one row; each member reports a thing once, and only what it sees', async () => {
  const author = await server.member()
  const post = await author.createPost({ content: 'First words' })
  const reporters = await Promise.all(Array.from({ length: 8 }, () => server.member()))
  const sent = await Promise.all(
    reporters.flatMap((each) => [report(each, 'post', post.id), report(each, 'post', post.id)]),
  )
  expect(sent.map(({ status }) => status).toSorted()).toEqual([
    ...Array.from({ length: 8 }, () => 200),
    ...Array.from({ length: 8 }, () => 201),
  ])
  expect(await listOpen('&order=most_reported')).toMatchObject([{ subjectId: post.id, reportsCount: 8 }])
  expect(await caseOf(post.id)).toMatchObject({ reportsCount: 8, reasons: [{ rule: rules[0], count: 8 }] })
  const [first] = reporters
  if (!first) return
  expect((await report(author, 'post', post.id)).status).toBe(403)
  expect((await report(first, 'post', randomUUID())).status).toBe(404)
  expect((await report(first, 'user', author.user.id, { reason: 'No such rule' })).status).toBe(400)
  expect((await report(first, 'user', author.user.id, { reason: 'other' })).status).toBe(400)
  expect((await report(first, 'user', author.user.id, { reason: 'other', words: 'Look.' })).status).toBe(201)
})

test('after a decision a member reports an account again, and other things once they have changed', async () => {
  const [author, reporter] = [await server.member(), await server.member()]
  const post = await author.createPost()
  const { id: streamId } = await author.createStream()
  const subjects = [
    ['post', post.id] as const,
    ['stream', streamId] as const,
    ['user', author.user.id] as const,
  ]
  for (const [type, id] of subjects) {
    expect((await report(reporter, type, id)).status).toBe(201)
    expect((await report(reporter, type, id)).status).toBe(200)
    await decide(moderator, (await caseOf(id)).id, 'dismiss')
  }
  const again = async () =>
    Promise.all(subjects.map(async ([type, id]) => (await report(reporter, type, id)).status))
  expect(await again()).toEqual([200, 200, 201])
  expect(await again()).toEqual([200, 200, 200])
  await author.put(`/api/streams/${streamId}`, { title: 'An insult' })
  expect(await again()).toEqual([200, 201, 200])
  expect(await caseOf(streamId)).toMatchObject({ reportsCount: 1, snapshot: { title: 'An insult' } })
})

test('the queue is for moderators, and only admins learn who reported', async () => {
  const [author, reporter] = [await server.member(), await server.member()]
  const post = await author.createPost()
  await report(reporter, 'post', post.id, { words: 'Please look.' })
  const { id } = await caseOf(post.id)
  const path = `/api/moderation/reports/${id}`
  for (const client of [reporter, author, server.client()])
    for (const each of ['/api/moderation/reports', path, '/api/moderation/appeals', '/api/moderation/counts'])
      expect((await client.get(each)).status, each).toBe(404)
  const seen = (await moderator.get(path)).body
  expect(seen).toMatchObject({ reports: [{ words: 'Please look.', reporter: null }] })
  expect(JSON.stringify(seen)).not.toContain(reporter.user.id)
  expect((await server.admin.get(path)).body).toMatchObject({
    reports: [{ reporter: { id: reporter.user.id } }],
  })
})

test('a report of a video names no moment after its end', async () => {
  const [author, reporter] = [await server.member(), await server.member()]
  const videoId = await storeVideo(server.database.db, author.user.id, { isPublished: true, duration: 60.5 })
  await report(reporter, 'video', videoId, { atSeconds: 999_999 })
  expect(await caseOf(videoId)).toMatchObject({ snapshot: { atSeconds: 60 } })
})

test('reports that arrive while their subject is removed open no other case', async () => {
  const author = await server.member()
  const reporters = await Promise.all(Array.from({ length: 5 }, () => server.member()))
  const [first] = reporters
  if (!first) return
  for (let times = 0; times < 3; times++) {
    const post = await author.createPost()
    await report(first, 'post', post.id)
    const { id } = await caseOf(post.id)
    await Promise.all([
      decide(moderator, id, 'remove'),
      ...reporters.map((each) => report(each, 'post', post.id)),
    ])
    expect((await listOpen()).map(({ subjectId }) => subjectId)).not.toContain(post.id)
  }
})

test('a wrong cursor is refused', async () => {
  const cursor = Buffer.from(JSON.stringify(['0000-01-01T00:00:00Z', randomUUID()])).toString('base64url')
  for (const path of ['reports?order=newest&', 'reports?state=closed&', 'appeals?'])
    expect((await moderator.get(`/api/moderation/${path}cursor=${cursor}`)).status, path).toBe(400)
})

test('nobody reads the reports of the own content, nor learns who wrote them', async () => {
  const reporter = await server.member()
  for (const author of [moderator, server.admin]) {
    const post = await author.createPost()
    await report(reporter, 'post', post.id, { words: 'It was me.' })
    const { id } = await caseOf(post.id)
    const path = `/api/moderation/reports/${id}`
    expect((await author.get(path)).body).toMatchObject({ reportsCount: 1, reports: [] })
    expect((await colleague.get(path)).body).toMatchObject({ reports: [{ words: 'It was me.' }] })
  }
})

test('a moderator does not take back what an admin decided, unless it is appealed', async () => {
  const [author, reporter] = [await server.member(), await server.member()]
  const post = await author.createPost()
  await report(reporter, 'post', post.id)
  const { id: caseId } = await caseOf(post.id)
  const decided = calls.getCase.response.parse((await decide(server.admin, caseId, 'remove')).body)
  const id = decided.decisions[0]?.id
  const path = `/api/moderation/decisions/${id}/undo`
  expect((await moderator.get(`/api/moderation/reports/${caseId}`)).body).toMatchObject({
    decisions: [{ canDecide: false }],
  })
  expect((await moderator.post(path)).status).toBe(403)
  await author.post('/api/appeals', { decisionId: id, words: 'Please look again.' })
  expect((await moderator.post(path)).status).toBe(403)
  expect((await moderator.post(`/api/moderation/appeals/${id}`, { outcome: 'reversed' })).status).toBe(200)
})

test('a moderator who was overruled on an appeal does not decide the case again', async () => {
  const [author, reporter] = [await server.member(), await server.member()]
  const post = await author.createPost()
  await report(reporter, 'post', post.id)
  const { id } = await caseOf(post.id)
  const [decision] = calls.getCase.response.parse((await decide(moderator, id, 'remove')).body).decisions
  await author.post('/api/appeals', { decisionId: decision?.id, words: 'Please look again.' })
  await colleague.post(`/api/moderation/appeals/${decision?.id}`, { outcome: 'reversed' })
  const state = 'closed'
  for (const action of ['remove', 'warn', 'timeout'])
    expect((await decide(moderator, id, action, { state, seconds: 3600 })).status, action).toBe(403)
  expect((await moderator.get(`/api/moderation/reports/${id}`)).body).toMatchObject({ actions: [] })
  expect((await decide(colleague, id, 'warn', { state })).status).toBe(200)
})

test('nobody acts on the own content, nor on an equal or higher role; an admin takes what is handed over', async () => {
  const reporter = await server.member()
  for (const author of [moderator, colleague, server.admin]) {
    const post = await author.createPost()
    await report(reporter, 'post', post.id)
    const { id } = await caseOf(post.id)
    for (const action of ['remove', 'warn', 'timeout', 'dismiss'])
      expect((await decide(moderator, id, action, { seconds: 3600 })).status, action).toBe(403)
    const isOwn = author === moderator
    expect((await decide(moderator, id, 'hand_over', { note: 'Yours.' })).status).toBe(isOwn ? 403 : 200)
    if (author !== colleague) continue
    expect((await decide(colleague, id, 'dismiss', { state: 'handed_over' })).status).toBe(403)
    expect(await decide(server.admin, id, 'remove', { state: 'handed_over' })).toMatchObject({ status: 200 })
  }
})

test('a time-out stops posts, comments, chat and streams until it ends or is taken back', async () => {
  const [author, reporter] = [await server.member(), await server.member()]
  const post = await reporter.createPost()
  const stream = await reporter.createStream()
  const own = await author.createStream()
  await report(reporter, 'user', author.user.id)
  const { id } = await caseOf(author.user.id)
  expect((await decide(moderator, id, 'timeout')).status).toBe(400)
  const decided = await decide(moderator, id, 'timeout', { seconds: 3600 })
  expect(decided.status).toBe(200)
  const write = () =>
    Promise.all([
      author.post('/api/posts', { content: 'Hello' }),
      author.post(`/api/posts/${post.id}/comments`, { content: 'Hello' }),
      author.post('/api/chat/send', { streamId: stream.id, message: 'Hello' }),
      author.put(`/api/streams/${own.id}`, { isLive: true }),
    ])
  for (const { status, body } of await write()) {
    expect(status).toBe(403)
    expect(body).toMatchObject({ code: 'timed_out' })
  }
  const [decision] = calls.getCase.response.parse(decided.body).decisions
  expect((await colleague.post(`/api/moderation/decisions/${decision?.id}/undo`)).status).toBe(200)
  for (const { status } of await write()) expect(status).toBeLessThan(300)
  await author.put(`/api/streams/${own.id}`, { isLive: false })
})

test('two moderators see each other, and the second decision is refused', async () => {
  const [author, reporter] = [await server.member(), await server.member()]
  const post = await author.createPost()
  await report(reporter, 'post', post.id)
  const { id } = await caseOf(post.id)
  const view = (by: TestClient) => by.put(`/api/moderation/reports/${id}/viewer`)
  expect((await view(moderator)).body).toMatchObject({ viewers: [], state: 'open' })
  expect((await view(colleague)).body).toMatchObject({ viewers: [{ id: moderator.user.id }] })
  expect(await caseOf(post.id)).toMatchObject({ viewers: [{ id: colleague.user.id }] })
  const decided = await Promise.all([decide(moderator, id, 'warn'), decide(colleague, id, 'dismiss')])
  expect(decided.map(({ status }) => status).toSorted()).toEqual([200, 409])
  await colleague.send('DELETE', `/api/moderation/reports/${id}/viewer`)
  expect((await view(moderator)).body).toMatchObject({ viewers: [], state: 'closed' })
})

test('a reported message that its streamer deletes cannot be removed again', async () => {
  const [streamer, author] = [await server.member(), await server.member()]
  const { id: streamId } = await streamer.createStream()
  const sent = await author.post('/api/chat/send', { streamId, message: 'Insults' })
  const { id } = sendChat.response.parse(sent.body)
  await report(streamer, 'message', id)
  expect((await streamer.send('DELETE', `/api/streams/${streamId}/chat/${id}`)).status).toBe(200)
  const { id: caseId } = await caseOf(id)
  expect((await moderator.get(`/api/moderation/reports/${caseId}`)).body).toMatchObject({
    exists: false,
    actions: ['dismiss', 'warn', 'timeout', 'hand_over'],
    snapshot: { text: 'Insults' },
  })
  expect((await decide(moderator, caseId, 'remove')).status).toBe(403)
})

test('what is restored while the old removals are deleted stays', async () => {
  const [author, reporter] = [await server.member(), await server.member()]
  const post = await author.createPost()
  await report(reporter, 'post', post.id)
  await decide(moderator, (await caseOf(post.id)).id, 'remove')
  const { db } = server.database
  const removal = eq(moderationDecisions.subjectId, post.id)
  await db
    .update(moderationDecisions)
    .set({ createdAt: sql`now() - interval '31 days'` })
    .where(removal)
  const purge = await db.transaction(async (tx) => {
    await tx.update(moderationDecisions).set({ undoneAt: new Date() }).where(removal)
    const run = server.runJob(purgeRemovedJob)
    await waitForBlockedQuery(db)
    return { run }
  })
  await purge.run
  expect((await db.execute(sql`select id from posts where id = ${post.id}`)).rows).toHaveLength(1)
})

test('a removed stream ends, and what is removed is deleted with its media after 30 days', async () => {
  const [author, reporter] = [await server.member(), await server.member()]
  const stream = await author.createStream()
  await author.put(`/api/streams/${stream.id}`, { isLive: true })
  const videoId = await storeVideo(server.database.db, author.user.id, { isPublished: true })
  const post = await author.createPost()
  const subjects = [
    ['stream', stream.id],
    ['video', videoId],
    ['post', post.id],
  ] as const
  for (const [type, id] of subjects) {
    await report(reporter, type, id)
    expect((await decide(moderator, (await caseOf(id)).id, 'remove')).status, type).toBe(200)
    // Its author neither sees, starts, publishes nor deletes it.
    expect((await author.send('DELETE', `/api/${type}s/${id}`)).status, type).toBe(404)
  }
  expect((await author.put(`/api/streams/${stream.id}`, { isLive: true })).status).toBe(404)
  const message = { streamId: stream.id, message: 'Still here' }
  expect((await author.post('/api/chat/send', message)).status).toBe(404)
  expect((await author.post(`/api/creator/videos/${videoId}/publish`)).status).toBe(404)
  const { db } = server.database
  await db
    .update(moderationDecisions)
    .set({ createdAt: sql`now() - interval '31 days'` })
    .where(eq(moderationDecisions.userId, author.user.id))
  await server.runJob(purgeRemovedJob)
  const rows = await db
    .select()
    .from(moderationDecisions)
    .where(eq(moderationDecisions.userId, author.user.id))
  expect(rows.map(({ deletedAt }) => deletedAt !== null)).toEqual([true, true, true])
  const stored = await db.execute(sql`
    select id from streams where streamer_id = ${author.user.id}
    union select id from videos where creator_id = ${author.user.id}
    union select id from posts where author_id = ${author.user.id}`)
  expect(stored.rows).toEqual([])
})

test('a post that is restored at once does not vanish from pages that begin to show it', async () => {
  const [author, reporter] = [await server.member(), await server.member()]
  const post = await author.createPost()
  await report(reporter, 'post', post.id)
  const { id } = await caseOf(post.id)
  const [decision] = calls.getCase.response.parse((await decide(moderator, id, 'remove')).body).decisions
  await colleague.post(`/api/moderation/decisions/${decision?.id}/undo`)
  const socket = await reporter.openSocket()
  socket.send({ type: 'watch', postIds: [post.id], userIds: [] })
  expect(await socket.waitFor('post_changed')).toMatchObject({ postId: post.id, data: { likesCount: 0 } })
  expect(socket.received.filter(({ type }) => type === 'post_deleted')).toEqual([])
})

test('decisions are in the audit trail; a deleted account leaves its cases', async () => {
  const [author, reporter] = [await server.member(), await server.member()]
  const post = await author.createPost()
  await report(reporter, 'post', post.id)
  const { id } = await caseOf(post.id)
  await decide(moderator, id, 'warn', { note: 'Once.' })
  const entries = await listAudit(server.database.db, 'user.warned')
  expect(entries.find(({ subjectId }) => subjectId === author.user.id)).toMatchObject({
    actorId: moderator.user.id,
    details: { caseId: id, rule: rules[0], note: 'Once.' },
  })
  await server.database.db.delete(users).where(eq(users.id, author.user.id))
  expect((await moderator.get(`/api/moderation/reports/${id}`)).body).toMatchObject({
    owner: null,
    snapshot: { text: post.content },
    actions: [],
  })
})

import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, expectTypeOf, test } from 'vitest'
import { OTHER_REASON } from '#shared/operations/reports.ts'
import type { Feature } from './feature.ts'
import { waitForBlockedQuery } from './db/testing/test-locks.ts'
import { FEATURES } from './features.ts'
import { createCreator, sendTip } from './features/money/tips/test-tips.ts'
import { storeVideo } from './features/videos/videos/test-queries.ts'
import { type TestApp, startTestApp } from './testing/test-app.ts'
import type { TestClient } from './testing/test-client.ts'
import { deleteUserData, exportUserData } from './user-data.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

/** Tables of the foundation: of the limits, the processes, and the simulated payment provider. */
const OF_FOUNDATION = /^(rate_limits|node_processes|sandbox_\w+)$/

test('features.ts lists each feature', async () => {
  const files = await readdir(path.join(import.meta.dirname, 'features'), { recursive: true })
  const declared = files.filter((file) => path.basename(file) === 'feature.ts')
  const listed = await readFile(path.join(import.meta.dirname, 'features.ts'), 'utf8')
  expect(declared.filter((file) => !listed.includes(`'./features/${file}'`))).toEqual([])
  expect(FEATURES).toHaveLength(declared.length)
})

test('each table belongs to one feature', async () => {
  const files = await readdir(import.meta.dirname, { recursive: true })
  const schemas = files.filter((file) => path.basename(file) === 'schema.ts')
  const modules: object[] = await Promise.all(
    schemas.map((file) => import(path.join(import.meta.dirname, file))),
  )
  const stored = modules
    .flatMap((module) => Object.values(module))
    .filter((value) => value instanceof PgTable)
  const names = stored.map((table) => getTableConfig(table).name).filter((name) => !OF_FOUNDATION.test(name))
  const owned = FEATURES.flatMap(({ tables }) => tables ?? []).map((table) => getTableConfig(table).name)
  expect(owned.toSorted(), 'list the table in `tables` of its feature').toEqual(names.toSorted())
})

const PUBLISHED = { isPublished: true, isPublic: true }

test('a feature with tables that does not say how they are exported and deleted does not compile', () => {
  type Tables = { name: string; tables: readonly PgTable[] }
  type Data = { exportUser: 'nothing personal'; deleteUser: 'with the account' }
  // Checked by the compiler.
  expectTypeOf<Tables & Data>().toExtend<Feature>()
  expectTypeOf<Tables>().not.toExtend<Feature>()
  expectTypeOf<Tables & Omit<Data, 'deleteUser'>>().not.toExtend<Feature>()
  expectTypeOf<Tables & Omit<Data, 'exportUser'>>().not.toExtend<Feature>()
})

/** Lets a member do what members do, with another one. */
async function leaveTracks(member: TestClient, other: TestClient, creator: TestClient) {
  const [own, theirs] = [
    await member.createPost({ content: 'Jollof #food' }),
    await other.createPost({ content: `For @${member.user.handle}` }),
  ]
  const expectDone = async (response: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await response
    expect(status, JSON.stringify(body)).toBeLessThan(300)
  }
  const [stream, theirStream] = [await member.createStream(), await other.createStream()]
  const { id: planned } = await other.createStream({
    scheduledFor: new Date(Date.now() + 86_400_000).toISOString(),
  })
  const { db } = server.database
  const [video, theirVideo] = [
    await storeVideo(db, member.user.id, PUBLISHED),
    await storeVideo(db, other.user.id, PUBLISHED),
  ]
  await expectDone(other.put(`/api/streams/${theirStream.id}`, { isLive: true }))
  for (const [client, post] of [
    [member, theirs],
    [other, own],
  ] as const) {
    await expectDone(client.post(`/api/posts/${post.id}/like`))
    await expectDone(client.post(`/api/posts/${post.id}/share`))
    await expectDone(client.put(`/api/posts/${post.id}/bookmark`))
    await expectDone(client.post(`/api/posts/${post.id}/comments`, { content: 'Asante' }))
  }
  await expectDone(member.post(`/api/users/${other.user.id}/follow`))
  await expectDone(other.post(`/api/users/${member.user.id}/follow`))
  await expectDone(member.post(`/api/streams/${theirStream.id}/like`))
  await expectDone(member.post(`/api/videos/${theirVideo}/like`))
  await expectDone(member.post(`/api/videos/${theirVideo}/comments`, { content: 'Asante' }))
  await expectDone(other.post(`/api/videos/${video}/like`))
  await expectDone(member.post('/api/chat/send', { streamId: theirStream.id, message: 'Habari' }))
  await expectDone(member.put(`/api/streams/${planned}/reminder`))
  await expectDone(
    member.post('/api/creator/social-links', { platform: 'website', url: 'https://example.org' }),
  )
  await expectDone(
    other.post('/api/reports', {
      subjectType: 'post',
      subjectId: own.id,
      reason: OTHER_REASON,
      words: 'Unkind',
    }),
  )
  await expectDone(
    member.post('/api/reports', {
      subjectType: 'post',
      subjectId: theirs.id,
      reason: OTHER_REASON,
      words: 'Unkind',
    }),
  )
  await expectDone(member.get(`/api/streams/${stream.id}`))
  await sendTip(server, member, { amount: '5.00', streamerId: creator.user.id, message: 'Well played' })
  return { own, theirs, theirStream, planned, theirVideo }
}

test('an export has what a member has stored, and no secret', async () => {
  const [member, other, creator] = [await server.member(), await server.member(), await createCreator(server)]
  await leaveTracks(member, other, creator)
  const exported = await exportUserData(
    FEATURES,
    server.app.context.figuresDb.for(member.user.id),
    member.user.id,
  )
  expect(exported).toMatchObject({
    users: { account: [{ id: member.user.id, email: member.user.email }] },
    auth: { sessions: [{ userId: member.user.id }] },
    posts: { posts: [{ content: 'Jollof #food' }] },
    comments: { comments: [{ content: 'Asante' }, { content: 'Asante' }] },
    chat: { messages: [{ message: 'Habari' }] },
    tips: { given: [{ amountCents: 500 }], received: [] },
    follows: { following: [{ followingId: other.user.id }], followers: [{ followerId: other.user.id }] },
  })
  const text = JSON.stringify(exported)
  expect(text).not.toMatch(/passwordHash|"sid"|sealed|"digest"|rtcOfferId/)
  expect(text).not.toContain(other.user.email)
  expect(text).not.toContain(creator.user.email)
})

test('a deletion leaves the member nowhere but in what must be kept', async () => {
  const [member, other, creator] = [await server.member(), await server.member(), await createCreator(server)]
  const tracks = await leaveTracks(member, other, creator)
  const before = await listTablesWith(member.user.id)
  expect(before.length).toBeGreaterThan(15)
  await deleteUserData(
    FEATURES,
    server.app.context,
    server.app.context.deletionDb.for(member.user.id),
    member.user.id,
  )
  const keeping = FEATURES.filter(({ deleteUser }) => typeof deleteUser === 'object').flatMap(
    ({ tables }) => tables ?? [],
  )
  expect((await listTablesWith(member.user.email)).filter((name) => !OF_FOUNDATION.test(name))).toEqual([])
  const left = await listTablesWith(member.user.id)
  expect(left.filter((name) => !OF_FOUNDATION.test(name))).toEqual(
    before.filter((name) => keeping.some((table) => getTableConfig(table).name === name)),
  )
  expect((await member.get('/api/auth/user')).status).toBe(401)
  expect((await other.get(`/api/posts/${tracks.own.id}`)).status).toBe(404)
  expect((await other.get(`/api/posts/${tracks.theirs.id}`)).body).toMatchObject({
    likesCount: 0,
    commentsCount: 0,
    sharesCount: 0,
  })
  expect((await other.get(`/api/streams/${tracks.theirStream.id}`)).body).toMatchObject({
    likesCount: 0,
    messagesCount: 0,
  })
  expect((await other.get(`/api/streams/${tracks.planned}`)).body).toMatchObject({ remindersCount: 0 })
  expect((await other.get(`/api/videos/${tracks.theirVideo}`)).body).toMatchObject({
    likesCount: 0,
    commentsCount: 0,
  })
  expect((await other.get(`/api/users/${other.user.id}`)).body).toMatchObject({
    followersCount: 0,
    followingCount: 0,
  })
  expect((await creator.get('/api/earnings')).body).toMatchObject({ totalTips: '5.00' })
})

test('two members who like the same posts can be deleted at the same time', async () => {
  const { context } = server.app
  const [author, ...leaving] = await Promise.all(Array.from({ length: 3 }, () => server.member()))
  if (!author) throw new Error('no author')
  const posts = [await author.createPost(), await author.createPost()]
  for (const [index, member] of leaving.entries())
    for (const { id } of index === 0 ? posts : posts.toReversed()) await member.post(`/api/posts/${id}/like`)
  const { db, longRunningDb } = server.database
  const deletions = await longRunningDb.transaction(async (tx) => {
    await tx.execute(sql`select from posts where author_id = ${author.user.id} for update`)
    const started = leaving.map(({ user }) => deleteUserData(FEATURES, context, longRunningDb, user.id))
    await waitForBlockedQuery(db, 2)
    return started
  })
  await Promise.all(deletions)
  for (const { id } of posts)
    expect((await author.get(`/api/posts/${id}`)).body).toMatchObject({ likesCount: 0 })
})

test('the last super_admin cannot be deleted', async () => {
  const { context } = server.app
  const { id } = server.admin.user
  const deletion = deleteUserData(FEATURES, context, context.deletionDb.for(id), id)
  await expect(deletion).rejects.toMatchObject({ status: 409 })
  expect((await server.admin.get('/api/auth/user')).status).toBe(200)
})

/** Returns the names of the tables with a row that contains the text. */
async function listTablesWith(text: string): Promise<string[]> {
  const { db } = server.database
  const { rows } = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  )
  const found: string[] = []
  for (const { name } of rows) {
    const { rows: matches } = await db.execute(
      sql`select from ${sql.identifier(name)} as stored where stored::text like ${`%${text}%`} limit 1`,
    )
    if (matches.length > 0) found.push(name)
  }
  return found
}

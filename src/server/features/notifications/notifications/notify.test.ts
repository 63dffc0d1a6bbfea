import { and, eq, isNull, not, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { comment } from '#shared/community/comments.ts'
import { posts } from '#server/features/community/posts/schema.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import { waitForBlockedQuery } from '#server/db/testing/test-locks.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { waitForDeliveries } from './deliver-notifications.ts'
import { recordNotifications, withdrawNotification } from './notify.ts'
import { collectChanges, deliver } from './test-changes.ts'
import { type NotificationEvent, QUIET_MS, groupKeyOf } from './notification-event.ts'
import { markRead } from './queries.ts'
import { notificationActors, notifications } from './schema.ts'
import { inboxTopic } from '#server/features/accounts/users/topics.ts'

let server: TestApp
let ada: TestClient
let ben: TestClient
let cleo: TestClient
beforeAll(async () => {
  server = await startTestApp()
  ;[ada, ben, cleo] = [await server.member(), await server.member(), await server.member()]
})
afterAll(() => server.close())

test('likes of a post by several users are one notification, each user counted once', async () => {
  const like = likeOf(await insertPost(ada))
  const first = await record(like(ben))
  expect(await record(like(cleo))).toBe(first)
  expect(await record(like(cleo))).toBe(first)
  expect(await rowsOf(like(ben))).toMatchObject([{ id: first, actorsCount: 2 }])
})

test('an event after reading opens a new notification', async () => {
  const like = likeOf(await insertPost(ada))
  const first = await record(like(ben))
  await server.database.db
    .update(notifications)
    .set({ readAt: new Date() })
    .where(eq(notifications.id, first ?? ''))
  expect(await record(like(cleo))).not.toBe(first)
  expect(await rowsOf(like(ben))).toHaveLength(2)
})

test('concurrent events of the same subject are all counted and open one notification', async () => {
  const clients = await Promise.all(Array.from({ length: 12 }, () => server.member()))
  const like = likeOf(await insertPost(ada))
  const ids = await Promise.all([...clients, ...clients].map((member) => record(like(member))))
  expect(new Set(ids).size).toBe(1)
  expect(await rowsOf(like(ben))).toMatchObject([{ actorsCount: 12 }])
  await Promise.all(clients.slice(0, 11).map((member) => withdraw(like(member))))
  expect(await rowsOf(like(ben))).toMatchObject([{ actorsCount: 1 }])
})

test('concurrent likes and unlikes leave consistent counts', async () => {
  const like = likeOf(await insertPost(ada))
  const steps = Array.from({ length: 40 }, (_, index) => like(index % 4 < 2 ? ben : cleo))
  await Promise.all(steps.map((event, index) => (index % 2 === 0 ? record(event) : withdraw(event))))
  for (const { id, actorsCount } of await rowsOf(like(ben))) {
    const actors = await server.database.db.$count(
      notificationActors,
      and(eq(notificationActors.notificationId, id), isNull(notificationActors.withdrawnAt)),
    )
    expect(actorsCount).toBe(actors)
    expect(actors).toBeGreaterThan(0)
  }
})

test('a withdrawal hides the notification, even when it was read', async () => {
  const like = likeOf(await insertPost(ada))
  const id = await record(like(ben))
  await server.database.db
    .update(notifications)
    .set({ readAt: new Date() })
    .where(eq(notifications.id, id ?? ''))
  await withdraw(like(ben))
  expect(await rowsOf(like(ben))).toEqual([])
})

test('repeating a withdrawn event restores the notification without delivering it twice', async () => {
  const member = await server.member()
  const post = await insertPost(member)
  const follow: NotificationEvent = { type: 'follow', userId: member.user.id, actorId: ben.user.id }
  for (const event of [likeOf(post)(ben), follow]) {
    expect(await record(event)).not.toBeNull()
    for (let count = 0; count < 3; count++) {
      await withdraw(event)
      expect(await rowsOfGroup(event)).toEqual([])
      expect(await record(event)).toBeNull()
      expect(await rowsOfGroup(event)).toMatchObject([{ actorsCount: 1, readAt: null }])
    }
  }
})

test('an event that was withdrawn before its delivery is delivered when it is repeated', async () => {
  const member = await server.member()
  const socket = await member.openSocket()
  await socket.roundTrip()
  const follow: NotificationEvent = { type: 'follow', userId: member.user.id, actorId: ben.user.id }
  const { context } = server.app
  const recordFollow = () =>
    collectChanges(server, (dependencies, tx) => recordNotifications(dependencies, tx, [follow]))
  // Withdrawn before the delivery begins.
  const first = await recordFollow()
  await withdraw(follow)
  deliver(server, first)
  await waitForDeliveries(context.hub)
  // Withdrawn while the delivery waits for its first query, and repeated before the result.
  const second = await recordFollow()
  const withdrawal = await withdraw(follow)
  const third = await collectChanges(server, (dependencies, tx) => {
    for (const changes of [second, withdrawal]) deliver(server, changes)
    return recordNotifications(dependencies, tx, [follow])
  })
  deliver(server, third)
  await waitForDeliveries(context.hub)
  await socket.roundTrip()
  const delivered = socket.received.flatMap((message) =>
    message.type === 'notification' && message.data ? [message.data.id] : [],
  )
  expect(delivered).toEqual(third.map(({ id }) => id))
  expect(delivered).toHaveLength(1)
  socket.close()
})

test('a withdrawal that commits before the publication stops it, a later one does not', async () => {
  const member = await server.member()
  const { context } = server.app
  const { db } = server.database
  const follow: NotificationEvent = { type: 'follow', userId: member.user.id, actorId: ben.user.id }
  const like = likeOf(await insertPost(member))(ben)
  const early = await collectChanges(server, (dependencies, tx) =>
    recordNotifications(dependencies, tx, [like]),
  )
  const late = await collectChanges(server, (dependencies, tx) =>
    recordNotifications(dependencies, tx, [follow]),
  )
  const published: string[] = []
  const laterWithdrawals: Promise<unknown>[] = []
  onTestFinished(
    context.hub.subscribe(inboxTopic(member.user.id), (message) => {
      if (message.type !== 'notification' || !message.data) return
      published.push(message.data.id)
      laterWithdrawals.push(withdraw(follow))
    }),
  )
  await db.transaction(async (tx) => {
    await withdrawNotification({ publish: () => undefined }, tx, like)
    deliver(server, [...early, ...late])
    // The delivery has published the follow, and waits for the end of this transaction.
    await waitForBlockedQuery(db)
  })
  await waitForDeliveries(context.hub)
  await Promise.all(laterWithdrawals)
  expect(published).toEqual(late.map(({ id }) => id))
  expect(await record(like)).not.toBeNull()
  expect(await record(follow)).toBeNull()
})

test('a notification that is read, withdrawn and restored stays read and keeps its position', async () => {
  const like = likeOf(await insertPost(ada))
  await record(like(ben))
  await readAllOfGroup(like(ben))
  const before = await rowsOf(like(ben))
  for (let count = 0; count < 3; count++) {
    await withdraw(like(ben))
    expect(await record(like(ben))).toBeNull()
    expect(await rowsOf(like(ben))).toMatchObject(
      before.map(({ id, readAt, lastAt }) => ({ id, readAt, lastAt, actorsCount: 1 })),
    )
  }
  expect(await record(like(cleo))).not.toBeNull()
  await withdraw(like(ben))
  expect(await record(like(ben))).toBeNull()
  expect((await rowsOf(like(ben))).map(({ readAt, actorsCount }) => [readAt !== null, actorsCount])).toEqual(
    expect.arrayContaining([
      [true, 1],
      [false, 1],
    ]),
  )
})

test('a repeated event joins the notification of other actors, read or unread', async () => {
  const like = likeOf(await insertPost(ada))
  const first = await record(like(ben))
  await record(like(cleo))
  await withdraw(like(ben))
  expect(await record(like(ben))).toBeNull()
  expect(await rowsOf(like(ben))).toMatchObject([{ id: first, actorsCount: 2, readAt: null }])
  await readAllOfGroup(like(ben))
  await withdraw(like(ben))
  expect(await record(like(ben))).toBeNull()
  expect(await rowsOf(like(ben))).toMatchObject([{ id: first, actorsCount: 2, readAt: expect.any(Date) }])
})

test('an event that is repeated after the quiet period notifies again', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const like = likeOf(await insertPost(ada))
  const first = await record(like(ben))
  await readAllOfGroup(like(ben))
  await withdraw(like(ben))
  vi.setSystemTime(Date.now() + QUIET_MS + 1)
  const again = await record(like(ben))
  expect(again).not.toBeNull()
  expect(again).not.toBe(first)
  expect(await rowsOf(like(ben))).toMatchObject([{ id: again, readAt: null }])
})

test('another comment notifies even after the first was deleted', async () => {
  const post = await insertPost(ada)
  const first = await writeComment(post, ben)
  await readAllOfGroup(first)
  await deleteComment(first, ben)
  const second = await writeComment(post, ben)
  expect(await rowsOf(second)).toMatchObject([{ readAt: null, actorsCount: 1 }])
  expect(await record(second)).not.toBeNull()
})

test('users are not notified of their own actions', async () => {
  expect(await record(likeOf(await insertPost(ada))(ada))).toBeNull()
})

test('a disabled type of notification is not recorded', async () => {
  const optedOut = await server.member()
  await server.database.db
    .update(users)
    .set({ notificationChoices: { follow: false } })
    .where(eq(users.id, optedOut.user.id))
  expect(await record({ type: 'follow', userId: optedOut.user.id, actorId: ben.user.id })).toBeNull()
  expect(await record(likeOf(await insertPost(optedOut))(ben))).not.toBeNull()
})

test('an actor with two comments stays when one of them is deleted', async () => {
  const post = await insertPost(ada)
  const [first, second] = [await writeComment(post, ben), await writeComment(post, ben)]
  await deleteComment(second, ben)
  expect(await rowsOf(first)).toMatchObject([{ actorsCount: 1 }])
  const [actor] = await server.database.db
    .select({ commentId: notificationActors.commentId })
    .from(notificationActors)
    .where(eq(notificationActors.commentId, first.commentId))
  expect(actor).toBeDefined()
  await deleteComment(first, ben)
  expect(await rowsOf(first)).toEqual([])
})

test('deleting a post deletes its notifications', async () => {
  const post = await insertPost(ada)
  const like = likeOf(post)(ben)
  await record(like)
  await server.database.db.delete(posts).where(eq(posts.id, post.id))
  expect(await rowsOf(like)).toEqual([])
})

type CommentEvent = Extract<NotificationEvent, { type: 'comment' }>
type NewPost = { id: string; authorId: string }

/** Returns the id of the opened notification; null when none is delivered. */
async function record(event: NotificationEvent): Promise<string | null> {
  const [change] = await collectChanges(server, (dependencies, tx) =>
    recordNotifications(dependencies, tx, [event]),
  )
  return change?.kind === 'opened' ? change.id : null
}

const withdraw = (event: NotificationEvent) =>
  collectChanges(server, (dependencies, tx) => withdrawNotification(dependencies, tx, event))

const likeOf =
  (post: NewPost) =>
  (actor: TestClient): NotificationEvent => ({
    type: 'like',
    userId: post.authorId,
    actorId: actor.user.id,
    postId: post.id,
  })

async function insertPost(author: TestClient): Promise<NewPost> {
  const values = { authorId: author.user.id, content: 'Jollof for everyone' }
  const [row] = await server.database.db.insert(posts).values(values).returning()
  if (!row) throw new Error('no post')
  return row
}

async function writeComment(post: NewPost, author: TestClient): Promise<CommentEvent> {
  const { body } = await author.post(`/api/posts/${post.id}/comments`, { content: 'Save me some' })
  const { id: commentId } = comment.parse(body)
  return { type: 'comment', userId: post.authorId, actorId: author.user.id, postId: post.id, commentId }
}

async function deleteComment({ commentId }: CommentEvent, author: TestClient): Promise<void> {
  expect((await author.send('DELETE', `/api/comments/${commentId}`)).status).toBe(200)
}

async function readAllOfGroup(event: NotificationEvent): Promise<void> {
  for (const { id } of await rowsOfGroup(event)) await markRead(server.database.db, event.userId, [id])
}

/** The recipient's notifications of the event's group, without withdrawn ones. */
function rowsOfGroup(event: NotificationEvent) {
  const { userId, groupKey, isHidden } = notifications
  return server.database.db
    .select()
    .from(notifications)
    .where(and(eq(userId, event.userId), eq(groupKey, groupKeyOf(event)), not(isHidden)))
}

/** The recipient's notifications about the event's post, without withdrawn ones. */
async function rowsOf(event: NotificationEvent) {
  const postId = 'postId' in event ? event.postId : null
  return server.database.db
    .select()
    .from(notifications)
    .where(
      sql`${notifications.userId} = ${event.userId} and ${notifications.subjectId} = ${postId}
        and not ${notifications.isHidden}`,
    )
}

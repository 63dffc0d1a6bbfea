import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ContactState } from '#shared/operations/admin-contact.ts'
import type { Db } from './db/executor.ts'
import type { Database } from './db/open.ts'
import { createTestDatabase } from '#server/db/testing/test-database.ts'
import { explainPlans } from '#server/db/testing/test-plans.ts'
import { listBookmarked } from './features/community/bookmarks/queries.ts'
import { listCommentsOn, listNewestComments } from './features/community/comments/queries.ts'
import { followExists } from './features/accounts/follows/queries.ts'
import { openNotifications } from './features/notifications/notifications/event-queries.ts'
import { prepareLists } from './features/notifications/notifications/list-queries.ts'
import { countUnread, listNewest } from './features/notifications/notifications/queries.ts'
import { notifiedComment } from './features/community/comments/notification-queries.ts'
import { notifiedPost } from './features/community/posts/notification-queries.ts'
import { notifiedStream } from './features/live/streams/notification-queries.ts'
import { notifiedTip } from './features/money/tips/notification-queries.ts'
import { notifiedAnnouncement } from './features/operations/announcements/notification-queries.ts'
import {
  notifiedDecision,
  notifiedReport,
} from './features/operations/moderation-cases/notification-queries.ts'
import { notifiedVideo } from './features/videos/videos/notification-queries.ts'
import { listFollows, listLiveFirst } from '#server/features/accounts/user-lists/queries.ts'
import { listSuggestions } from '#server/features/accounts/user-lists/suggestion-queries.ts'
import { listCircle } from './features/community/posts/circle-queries.ts'
import { listNewestPosts, listNewestPostsBy } from './features/community/posts/newest-queries.ts'
import { listFeed, listPostsByAuthor, listPostsByIds } from './features/community/posts/queries.ts'
import { findLiveVersion } from './features/live/streams/live-queries.ts'
import { listMessages } from './features/operations/admin-contact/queries.ts'
import { countOpenMessages } from './features/operations/admin-dashboard/queries.ts'
import { listPayments } from './features/operations/admin-payments/queries.ts'
import { listTips } from './features/money/tips/queries.ts'
import { findUserById } from './features/accounts/users/queries.ts'
import {
  listNewestVideos,
  listPopularVideos,
  listRelatedIds,
} from './features/discovery/video-discovery/queries.ts'

const NOTIFICATION_SUBJECTS = [
  notifiedPost,
  notifiedComment,
  notifiedStream,
  notifiedVideo,
  notifiedTip,
  notifiedAnnouncement,
  notifiedDecision,
  notifiedReport,
]

/** PostgreSQL reads a table without rows as a whole. */
const SEQ_SCAN = 'a table is read as a whole: add an index, or rows of a new table to `seed`'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
  await seed(database.db)
})
afterAll(() => database.close())

/**
 * Inserts 30,000 users, of whom the first follows 20 and the second 1,000, with 20,000 posts of 500 authors, comments,
 * likes, bookmarks, streams, videos, notifications, tips and hidden users.
 */
async function seed(db: Db): Promise<void> {
  await db.execute(sql`
    insert into users (id, email, handle, followers_count, heritage_region, collaboration_tags, languages)
    select md5('user' || n)::uuid, n || '@example.org', 'member_' || n, n % 700, 'Region ' || n % 200,
      array['common', 'tag' || n % 500], array['English', 'language' || n % 500]
    from generate_series(1, 30000) n`)
  await db.execute(sql`
    insert into follows (id, follower_id, following_id)
    select gen_random_uuid(), md5('user' || follower)::uuid, md5('user' || following)::uuid from (
      select 1 as follower, generate_series(100, 119) as following
      union all select 2, generate_series(3, 1002)
      union all select n, n + step from generate_series(100, 2500) n cross join generate_series(1, 20) step
    ) pairs`)
  await db.execute(sql`
    update users set following_count = (select count(*) from follows where follower_id = users.id)`)
  await db.execute(sql`
    insert into posts (id, author_id, content)
    select md5('post' || n)::uuid, md5('user' || 1 + n % 500)::uuid, 'A post of some length, with words in it.'
    from generate_series(1, 20000) n`)
  await db.execute(sql`
    insert into likes (subject_id, user_id, subject_kind)
    select md5('post' || 1 + n % 900)::uuid, md5('user' || 1 + n % 700)::uuid, 'post'
    from generate_series(1, 20000) n on conflict do nothing`)
  for (const table of ['comments', 'bookmarks'])
    await db.execute(sql`
      insert into ${sql.identifier(table)} (id, user_id, post_id ${sql.raw(table === 'comments' ? ', content' : '')})
      select gen_random_uuid(), md5('user' || 1 + n % 700)::uuid, md5('post' || 1 + n % 900)::uuid
        ${sql.raw(table === 'comments' ? ", 'Asante'" : '')}
      from generate_series(1, 20000) n on conflict do nothing`)
  await db.execute(sql`
    insert into streams (id, streamer_id, title, category)
    select gen_random_uuid(), md5('user' || n)::uuid, 'A stream', 'Gaming' from generate_series(1, 3000) n`)
  await db.execute(sql`
    insert into stream_frames (stream_id, image, taken_at) select id, decode(repeat('00', 2000), 'hex'), now() from streams`)
  await db.execute(sql`
    insert into videos (id, creator_id, title, mime_type, files_version, category, tags, is_published, published_at,
      views_count, search)
    select md5('video' || n)::uuid, md5('user' || 1 + n % 500)::uuid, 'A video', 'video/mp4', 'version',
      (array['Music', 'Dance', 'Art', 'Food'])[1 + n % 4], array['Loom'], n % 3 > 0, now() - n * interval '1 minute', n % 97,
      array_to_tsvector(array['video', case when n % 100 = 0 then 'loom' else 'word' || n % 300 end])
    from generate_series(1, 20000) n`)
  await db.execute(sql`
    insert into comments (id, user_id, video_id, content)
    select gen_random_uuid(), md5('user' || 1 + n % 700)::uuid, md5('video' || 1 + n % 900)::uuid, 'Asante'
    from generate_series(1, 20000) n`)
  await db.execute(sql`
    insert into notifications (id, user_id, type, group_key, read_at, last_at, actors_count)
    select md5('notification' || n)::uuid, md5('user' || 1 + n % 900)::uuid, 'follow', 'follow',
      case when n <= 18000 then now() end, now() - n * interval '1 minute', 1
    from generate_series(1, 18900) n`)
  await db.execute(sql`
    insert into notification_actors (notification_id, actor_id)
    select id, md5('user' || 3)::uuid from notifications`)
  await db.execute(sql`
    insert into payment_orders (id, provider, is_sandbox, amount_cents, currency, payee_email, status)
    select md5('order' || n)::uuid, 'paypal', false, 500, 'USD', case when n % 50 > 0 then 'ama@example.org' end, 'completed'
    from generate_series(1, 5000) n`)
  await db.execute(sql`
    with entries as (
      insert into ledger_entries (id, kind, reference, currency, is_sandbox)
      select gen_random_uuid(), 'tip', 'tip:' || md5('order' || n)::uuid, 'USD', false from generate_series(1, 3000) n
      returning id
    )
    insert into ledger_postings (entry_id, account, amount_cents)
    select id, account, cents from entries, (values ('payer', -500), ('creator_owed', 500)) p(account, cents)`)
  await db.execute(sql`
    insert into tips (id, order_id, is_sandbox, streamer_id, tipper_id, amount_cents, currency, paypal_order_id, status)
    select md5('tip' || n)::uuid, md5('order' || n)::uuid, false, md5('user' || 1 + n % 900)::uuid,
      md5('user' || 1 + n % 70)::uuid, 500, 'USD', 'order ' || n, 'completed'
    from generate_series(1, 5000) n`)
  await db.execute(sql`
    insert into contact_messages (id, full_name, email, subject, message, done_at, assignee_id)
    select md5('message' || n)::uuid, 'Ama', 'ama@example.org', 'A question', 'How do I start?',
      case when n % 50 > 0 then now() end, case when n % 100 = 0 then md5('user' || 1 + n % 7)::uuid end
    from generate_series(1, 5000) n`)
  await insertNotified(db)
  await db.execute(sql`
    insert into hidden_users (user_id, other_id, muted_at)
    select md5('user' || n)::uuid, md5('user' || n + step)::uuid, now()
    from generate_series(1, 1000) n cross join generate_series(1, 10) step`)
  await db.execute(sql`vacuum analyze`)
}

/** What notifications refer to: a table without rows is always read as a whole. */
async function insertNotified(db: Db): Promise<void> {
  await db.execute(sql`
    insert into announcements (id, title, text, idempotency_key, recipients_count)
    select md5('announcement' || n)::uuid, 'A new stage', 'Come and see', md5('announcement' || n)::uuid, 900
    from generate_series(1, 2000) n`)
  await db.execute(sql`
    insert into moderation_cases (id, subject_type, subject_id, snapshot)
    select md5('case' || n)::uuid, 'post', md5('post' || n)::uuid, '{}' from generate_series(1, 2000) n`)
  await db.execute(sql`
    insert into reports (id, case_id, reporter_id, subject_type, subject_id)
    select md5('report' || n)::uuid, md5('case' || n)::uuid, md5('user' || 1 + n % 900)::uuid, 'post',
      md5('post' || n)::uuid
    from generate_series(1, 2000) n`)
  await db.execute(sql`
    insert into moderation_decisions (id, user_id, kind, subject_type, subject_id, snapshot, rule)
    select md5('decision' || n)::uuid, md5('user' || 1 + n % 900)::uuid, 'removal', 'post', md5('post' || n)::uuid,
      '{}', 'A rule'
    from generate_series(1, 2000) n`)
}

const user = (n: number) => sql<string>`md5('user' || ${n}::int)::uuid`
async function idOf(n: number): Promise<string> {
  const { rows } = await database.db.execute<{ id: string }>(sql`select ${user(n)} as id`)
  return rows[0]?.id ?? ''
}
const PAGE = 20
const payments = { isSandbox: false, q: undefined, limit: PAGE, before: undefined }
const messages = (state: ContactState, requesterId = '') => ({
  state,
  requesterId,
  limit: PAGE,
  before: undefined,
})
const tipsOf = (userId: string, direction: 'received' | 'sent') => ({ userId, direction, limit: PAGE })
const requester = (id: string) => ({ id, role: 'user' as const })

const VIDEO_INDEX = /videos_(public|published)_idx/

type RunQuery = (db: Db, id: string) => unknown
const LISTS: [string, RegExp, RunQuery][] = [
  ['the feed', /posts_pkey/, (db, id) => listFeed(db, requester(id), PAGE)],
  [
    'the circle of a user',
    /Index Only Scan Backward using posts_author_idx/,
    (db, id) => listCircle(db, { id, followingCount: 20 }, PAGE),
  ],
  ["a user's posts", /posts_author_idx/, (db, id) => listPostsByAuthor(db, id, requester(id), PAGE)],
  [
    'comments',
    /comments_post_idx/,
    (db, id) => listCommentsOn(db, { postId: id, videoId: null }, requester(id), PAGE),
  ],
  [
    'comments on a video',
    /comments_video_idx/,
    (db, id) => listCommentsOn(db, { postId: null, videoId: id }, requester(id), PAGE),
  ],
  [
    'the latest videos',
    /videos_published_idx/,
    (db, id) => listNewestVideos(db, { requester: requester(id) }, PAGE),
  ],
  [
    'the latest videos of categories',
    VIDEO_INDEX,
    (db, id) => listNewestVideos(db, { categories: ['Art'], requester: requester(id) }, PAGE),
  ],
  [
    'the videos of a user',
    /videos_(creator_idx|client_key)/,
    (db, id) => listNewestVideos(db, { creatorId: id, requester: requester(id) }, PAGE),
  ],
  [
    'the most viewed videos',
    /videos_popular_idx/,
    (db, id) => listPopularVideos(db, { requester: requester(id) }, PAGE),
  ],
  [
    'related videos',
    VIDEO_INDEX,
    (db, id) =>
      listRelatedIds(
        db,
        { id, creatorId: id, category: 'Art', tags: ['Loom', 'Kente cloth'] },
        requester(id),
        PAGE,
      ),
  ],
  ['bookmarks', /bookmarks_user_idx/, (db, id) => listBookmarked(db, id, PAGE)],
  [
    'followers',
    /follows_following_idx/,
    (db, id) => listFollows(db, { userId: id, side: 'followers' }, null, PAGE),
  ],
  [
    'followed users',
    /follows_follower_idx/,
    (db, id) => listFollows(db, { userId: id, side: 'following' }, null, PAGE),
  ],
  [
    'whether a user follows another',
    /follows_once_key/,
    (db, id) => followExists(db, { followerId: id, followingId: id }),
  ],
  [
    'users who are live, and the most followed',
    /users_live_idx|users_followers_idx/,
    (db, id) => listLiveFirst(db, {}, requester(id), PAGE),
  ],
  ['users of a region', /users_region_idx/, (db) => listLiveFirst(db, { region: 'Region 7' }, null, PAGE)],
  ['users by tag', /users_tags_idx/, (db) => listLiveFirst(db, { tag: 'tag7' }, null, PAGE)],
  [
    'users by language',
    /users_languages_idx/,
    (db) => listLiveFirst(db, { language: 'language7' }, null, PAGE),
  ],
  ['tips that a user received', /tips_streamer_idx/, (db, id) => listTips(db, tipsOf(id, 'received'))],
  ['tips that a user sent', /tips_tipper_idx/, (db, id) => listTips(db, tipsOf(id, 'sent'))],
  ['payments for admins', /payment_orders_pkey/, (db) => listPayments(db, { ...payments, view: 'all' })],
  [
    'the payment with an id of its order or tip',
    /payment_orders_pkey/,
    (db) => listPayments(db, { ...payments, view: 'all', q: '01890000-0000-7000-8000-000000000000' }),
  ],
  ['open contact messages', /contact_messages_open_idx/, (db) => listMessages(db, messages('open'))],
  ['contact messages that are done', /contact_messages_done_idx/, (db) => listMessages(db, messages('done'))],
  [
    'open contact messages of an admin',
    /contact_messages_mine_idx/,
    (db, id) => listMessages(db, messages('mine', id)),
  ],
  ['all contact messages', /contact_messages_pkey/, (db) => listMessages(db, messages('all'))],
  ['the number of open contact messages', /contact_messages_open_idx/, (db) => countOpenMessages(db)],
  [
    'notifications',
    /notifications_user_idx/,
    (db, id) => prepareLists(NOTIFICATION_SUBJECTS).ofUser(db, id, PAGE),
  ],
  ['the newest posts', /posts_pkey/, (db) => listNewestPosts(db)],
  ['the newest posts of a user', /posts_author_idx/, (db, id) => listNewestPostsBy(db, id)],
  ['the newest comments', /comments_post_idx/, (db, id) => listNewestComments(db, id)],
  ['the newest notifications', /notifications_user_idx/, (db, id) => listNewest(db, id)],
  ['the version of the live streams', /streams_(live_idx|one_live_key)/, (db) => findLiveVersion(db)],
  ['unread notifications', /notifications_unread_idx/, (db, id) => countUnread(db, [id])],
  [
    'recording an event that may have been withdrawn',
    /notification_actors_withdrawn_idx/,
    (db, id) => openNotifications(db, [{ type: 'follow', userId: id, actorId: id }]),
  ],
]

test.each(LISTS)('%s: uses %s and no sequential scan', async (_name, index, runQuery) => {
  const plan = await explainPlans(database, async (db) => runQuery(db, await idOf(1)))
  expect(plan).toMatch(index)
  expect(plan, SEQ_SCAN).not.toContain('Seq Scan')
})

test('the circle of a user who follows many is filtered from the newest posts of all users', async () => {
  const plan = await explainPlans(database, async (db) =>
    listCircle(db, { id: await idOf(2), followingCount: 5000 }, PAGE),
  )
  expect(plan).toMatch(/Index (Only )?Scan Backward using posts_pkey/)
  expect(plan).toContain('follows_once_key')
  expect(plan, SEQ_SCAN).not.toContain('Seq Scan')
})

test('suggestions use an index for each reason', async () => {
  const user1 = await findUserById(database.db, await idOf(1))
  const plan = await explainPlans(database, (db) => user1 && listSuggestions(db, user1, PAGE))
  for (const index of ['users_region_idx', 'users_followers_idx', 'follows_follower_idx'])
    expect(plan).toContain(index)
  expect(plan, SEQ_SCAN).not.toContain('Seq Scan')
})

test('the requester’s likes and bookmarks are looked up only for the posts of the page', async () => {
  const plan = await explainPlans(database, async (db) =>
    listPostsByIds(db, [await idOf(1)], requester(await idOf(1))),
  )
  for (const index of ['likes_pkey', 'bookmarks_once_key']) expect(plan).toContain(index)
  expect(plan, SEQ_SCAN).not.toContain('Seq Scan')
})

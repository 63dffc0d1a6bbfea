import type pg from 'pg'
import { registerUser } from '../community/register.ts'
import { type UserActivity, seedBlocks, seedUserActivity, stabilizeDatabase } from '../community/seed.ts'
import { chooseSizes } from '../process/arguments.ts'
import { sendRequest, sendRequests } from '../process/http-client.ts'
import type { DatabaseName, Server, Urls } from './commands.ts'

/** A request whose CPU cost is measured; `run` sends it `times` times. */
export type Case = { name: string; run(times: number): Promise<void>; statements?: number }

type Setup = { server: Server; urls: Urls; pools: Record<DatabaseName, pg.Pool> }

/**
 * `DEPTH`: posts before the page of the deep cases; `MANY`: likes, and follows of a large circle; `BLOCKS`: blocks by a user, and
 * as many of that user.
 */
const { DEPTH, MANY, BLOCKS } = chooseSizes({
  full: { DEPTH: 10_000, MANY: 5000, BLOCKS: 500 },
  short: { DEPTH: 100, MANY: 120, BLOCKS: 10 },
})

const SEARCHES = [
  ['search, a word', '/api/search?type=posts&q=word16'],
  ['search, everything', '/api/search?q=member'],
  ['suggest', '/api/search/suggest?q=mem'],
] as const
/** Lists that are also loaded by a user with many blocks on both sides. */
export const BLOCKED_ROUTES = [
  ['feed', '/api/posts/feed'],
  ['circle', '/api/posts/circle'],
  ...SEARCHES,
] as const

/** Signs users of each kind up; returns the requests that each of them sends, and the floors of some. */
export async function createCases(setup: Setup): Promise<Case[]> {
  const { urls, pools } = setup
  const { plain, liker, follower, blocker, blockingFollower, smallPlain, smallFollower } =
    await signUpUsers(setup)
  await Promise.all([stabilizeDatabase(pools.full), stabilizeDatabase(pools.small)])
  const route = (name: string, path: string, cookie: string, database: DatabaseName = 'full'): Case => ({
    name,
    run: (times) => sendRequests(urls[database] + path, cookie, times),
  })
  const floors = (name: string, path: string, cookie: string, statement?: string) =>
    floorCases(setup, name, { path, cookie, ...(statement && { statement }) })
  const deep = await deepPagePath(urls.full, plain, '/api/posts/feed')
  const deepCircle = await deepPagePath(urls.full, follower, '/api/posts/circle')
  return [
    route('feed', '/api/posts/feed', plain),
    ...(await floors('feed', '/api/posts/feed', plain, 'posts_feed_20')),
    route('feed, small community', '/api/posts/feed', smallPlain, 'small'),
    route('feed, many likes', '/api/posts/feed', liker),
    route('feed, deep', deep, plain),
    route('circle', '/api/posts/circle', plain),
    ...(await floors('circle', '/api/posts/circle', plain, 'posts_circle_of_each_20')),
    route('circle, small community', '/api/posts/circle', smallPlain, 'small'),
    route('large circle', '/api/posts/circle', follower),
    ...(await floors('large circle', '/api/posts/circle', follower, 'posts_circle_among_all_20')),
    route('large circle, small community', '/api/posts/circle', smallFollower, 'small'),
    route('large circle, deep', deepCircle, follower),
    route('current user', '/api/auth/user', plain),
    ...(await floors('current user', '/api/auth/user', plain)),
    route('notifications', '/api/notifications', plain),
    route('unread', '/api/notifications/unread', plain),
    ...SEARCHES.map(([name, path]) => route(name, path, plain)),
    ...BLOCKED_ROUTES.map(([name, path]) => route(`${name}, many blocks`, path, blocker)),
    route('large circle, many blocks', '/api/posts/circle', blockingFollower),
  ]
}

async function signUpUsers({ urls, pools }: Setup): Promise<Record<UserName, string>> {
  const signUp = (database: DatabaseName, activity: UserActivity, blocks = 0) =>
    signUpUser(urls[database], pools[database], { ...activity, blocks })
  return {
    plain: await signUp('full', { likes: 100, follows: 20, notifications: 1000 }),
    liker: await signUp('full', { likes: MANY, follows: 20, notifications: 0 }),
    follower: await signUp('full', { likes: 100, follows: MANY, notifications: 0 }),
    blocker: await signUp('full', { likes: 100, follows: 20, notifications: 1000 }, BLOCKS),
    blockingFollower: await signUp('full', { likes: 100, follows: MANY, notifications: 0 }, BLOCKS),
    smallPlain: await signUp('small', { likes: 100, follows: 20, notifications: 0 }),
    smallFollower: await signUp('small', { likes: 100, follows: MANY, notifications: 0 }),
  }
}

type UserName =
  | 'plain'
  | 'liker'
  | 'follower'
  | 'blocker'
  | 'blockingFollower'
  | 'smallPlain'
  | 'smallFollower'

/** The same bytes from memory: alone, and after only the route's statement. */
async function floorCases(
  { server, urls }: Setup,
  name: string,
  { path, cookie, statement }: { path: string; cookie: string; statement?: string },
): Promise<Case[]> {
  const { body } = await sendRequest(urls.full + path, { cookie })
  const key = name.replace(/\W+/g, '-')
  await (statement === undefined
    ? server.setBareResponse(key, body)
    : server.setBareResponse(key, body, statement))
  const bare = (suffix: string) => (times: number) =>
    sendRequests(`${urls.bare}/${key}${suffix}`, undefined, times)
  return [
    { name: `${name}: bytes alone`, run: bare('') },
    ...(statement === undefined ? [] : [{ name: `${name}: query and bytes`, run: bare('/after-query') }]),
  ]
}

/** Signs a user up with likes, follows, notifications and blocks on both sides; returns the cookie of its session. */
async function signUpUser(
  url: string,
  pool: pg.Pool,
  { blocks, ...activity }: UserActivity & { blocks: number },
): Promise<string> {
  const { id, cookie } = await registerUser(url)
  await seedUserActivity(pool, id, activity)
  await seedBlocks(pool, id, blocks)
  return cookie
}

/** Follows the pages of a list to `DEPTH` posts; returns the path of the next page. */
async function deepPagePath(url: string, cookie: string, path: string): Promise<string> {
  let next = `${path}?limit=100`
  for (let skipped = 0; skipped < DEPTH; skipped += 100) {
    const { headers } = await sendRequest(url + next, { cookie })
    next = /^<([^>]*)>/.exec(String(headers.link))?.[1] ?? ''
    if (next === '') throw new Error(`${path} ends after ${skipped + 100} posts`)
  }
  return next.replace('limit=100&', '')
}

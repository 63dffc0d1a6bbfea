import type pg from 'pg'
import type { Addresses, DatabaseName } from './commands.ts'
import { ask, askOften } from './load.ts'
import type { Server } from './process.ts'
import { type Viewer, seedViewer, settle } from './seed.ts'

/** Something that is done many times, and what it costs is the CPU of both processes in between. */
export type Case = { name: string; run(times: number): Promise<void>; statements?: number }

type Setting = { server: Server; addresses: Addresses; pools: Record<DatabaseName, pg.Pool> }

/** Posts before the page that is called deep. */
const DEEP = 10_000

/** Signs viewers of each kind up, and lists what is asked for as each of them, the floors beside it. */
export async function makeCases(setting: Setting): Promise<Case[]> {
  const { addresses, pools } = setting
  const { plain, liker, follower, smallPlain, smallFollower } = await signUpViewers(setting)
  await Promise.all([settle(pools.full), settle(pools.small)])
  const route = (name: string, path: string, cookie: string, database: DatabaseName = 'full'): Case => ({
    name,
    run: (times) => askOften(addresses[database] + path, cookie, times),
  })
  const floors = (name: string, path: string, cookie: string, statement?: string) =>
    floorsOf(setting, name, { path, cookie, ...(statement && { statement }) })
  const deep = await pathOfDepth(addresses.full, plain, '/api/posts/feed')
  const deepCircle = await pathOfDepth(addresses.full, follower, '/api/posts/circle')
  return [
    route('feed', '/api/posts/feed', plain),
    ...(await floors('feed', '/api/posts/feed', plain, 'posts_feed_20')),
    route('feed, 20,000 posts', '/api/posts/feed', smallPlain, 'small'),
    route('feed, 5,000 likes', '/api/posts/feed', liker),
    route('feed, 10,000 deep', deep, plain),
    route('circle of 20', '/api/posts/circle', plain),
    ...(await floors('circle of 20', '/api/posts/circle', plain, 'posts_circle_of_each_20')),
    route('circle of 20, 20,000 posts', '/api/posts/circle', smallPlain, 'small'),
    route('circle of 5,000', '/api/posts/circle', follower),
    ...(await floors('circle of 5,000', '/api/posts/circle', follower, 'posts_circle_among_all_20')),
    route('circle of 5,000, 20,000 posts', '/api/posts/circle', smallFollower, 'small'),
    route('circle of 5,000, 10,000 deep', deepCircle, follower),
    route('current user', '/api/auth/user', plain),
    ...(await floors('current user', '/api/auth/user', plain)),
    route('notifications', '/api/notifications', plain),
    route('unread', '/api/notifications/unread', plain),
    route('search, a word', '/api/search?type=posts&q=word16', plain),
    route('search, everything', '/api/search?q=member', plain),
    route('suggest', '/api/search/suggest?q=mem', plain),
  ]
}

async function signUpViewers({ addresses, pools }: Setting): Promise<Record<ViewerName, string>> {
  const signUp = (database: DatabaseName, viewer: Omit<Viewer, 'id'>) =>
    signUpViewer(addresses[database], pools[database], viewer)
  return {
    plain: await signUp('full', { likes: 100, follows: 20, notifications: 1000 }),
    liker: await signUp('full', { likes: 5000, follows: 20, notifications: 0 }),
    follower: await signUp('full', { likes: 100, follows: 5000, notifications: 0 }),
    smallPlain: await signUp('small', { likes: 100, follows: 20, notifications: 0 }),
    smallFollower: await signUp('small', { likes: 100, follows: 5000, notifications: 0 }),
  }
}

type ViewerName = 'plain' | 'liker' | 'follower' | 'smallPlain' | 'smallFollower'

/** The same bytes from memory: at once, and after the route's statement and nothing else. */
async function floorsOf(
  { server, addresses }: Setting,
  name: string,
  { path, cookie, statement }: { path: string; cookie: string; statement?: string },
): Promise<Case[]> {
  const { body } = await ask(addresses.full + path, { cookie })
  const key = name.replace(/\W+/g, '-')
  await (statement === undefined ? server.keep(key, body) : server.keep(key, body, statement))
  const bare = (after: string) => (times: number) =>
    askOften(`${addresses.bare}/${key}${after}`, undefined, times)
  return [
    { name: `${name}: bytes alone`, run: bare('') },
    ...(statement === undefined ? [] : [{ name: `${name}: query and bytes`, run: bare('/after-query') }]),
  ]
}

/** A member with a session of its own; answers its cookie. */
async function signUpViewer(url: string, pool: pg.Pool, viewer: Omit<Viewer, 'id'>): Promise<string> {
  const email = `viewer-${crypto.randomUUID()}@example.org`
  const { body, headers } = await ask(`${url}/api/auth/register`, {
    method: 'POST',
    body: { email, password: 'only for the bench', firstName: 'Viewer' },
  })
  // Boundary: the registration's own answer.
  const { id } = JSON.parse(body) as { id: string }
  await seedViewer(pool, { id, ...viewer })
  return (headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ')
}

/** The address of the page that begins so many posts down a list. */
async function pathOfDepth(url: string, cookie: string, path: string): Promise<string> {
  let next = `${path}?limit=100`
  for (let seen = 0; seen < DEEP; seen += 100) {
    const { headers } = await ask(url + next, { cookie })
    next = /^<([^>]*)>/.exec(String(headers.link))?.[1] ?? ''
    if (next === '') throw new Error(`${path} ends after ${seen + 100} posts`)
  }
  return next.replace('limit=100&', '')
}

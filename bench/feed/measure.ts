import type pg from 'pg'
import { pino } from 'pino'
import { openPool } from '#server/db/open.ts'
import type { Addresses, DatabaseName } from './commands.ts'
import { parentOf, postgresCpu } from './cpu.ts'
import { AT_ONCE, ask, askOften } from './load.ts'
import type { startProcess } from './process.ts'
import { type Figures, report } from './report.ts'
import { type Viewer, seedViewer, settle } from './seed.ts'

type Server = Awaited<ReturnType<typeof startProcess>>
type Setting = { folder: string; connections: Record<DatabaseName, pg.PoolConfig> }

const ROUNDS = 5
const TIMES = 1000
/** Times before what is counted: connections that were closed meanwhile are open and have their plans. */
const WARM = 100
/** Posts before the page that is called deep. */
const DEEP = 10_000

/** Something that is done many times, and what it costs is the CPU of both processes in between. */
type Case = { name: string; run(times: number): Promise<void>; statements?: number }

/** Signs viewers up, asks each route for them in interleaved rounds, and prints what it cost. */
export async function measure(server: Server, { folder, connections }: Setting): Promise<void> {
  const addresses = await server.start(folder, connections)
  const pools = { full: openPool(connections.full, LOG), small: openPool(connections.small, LOG) }
  try {
    const cases = await makeCases(server, addresses, pools)
    const postmaster = await postmasterOf(pools.full)
    for (const each of cases) each.statements = await countStatements(server, each)
    const rounds: Figures[][] = []
    for (let round = 0; round < ROUNDS; round++) {
      rounds.push(await measureAll(server, postmaster, cases))
      console.log(`round ${round + 1} of ${ROUNDS}`)
    }
    report(cases, rounds)
  } finally {
    await Promise.all([pools.full.end(), pools.small.end()])
  }
}

const LOG = pino({ level: 'error' })

async function makeCases(
  server: Server,
  addresses: Addresses,
  pools: Record<DatabaseName, pg.Pool>,
): Promise<Case[]> {
  const signUp = (database: DatabaseName, viewer: Omit<Viewer, 'id'>) =>
    signUpViewer(addresses[database], pools[database], viewer)
  const plain = await signUp('full', { likes: 100, follows: 20, notifications: 1000 })
  const liker = await signUp('full', { likes: 5000, follows: 20, notifications: 0 })
  const follower = await signUp('full', { likes: 100, follows: 5000, notifications: 0 })
  const [smallPlain, smallFollower] = [
    await signUp('small', { likes: 100, follows: 20, notifications: 0 }),
    await signUp('small', { likes: 100, follows: 5000, notifications: 0 }),
  ]
  await Promise.all([settle(pools.full), settle(pools.small)])

  const route = (name: string, path: string, cookie: string, database: DatabaseName = 'full'): Case => ({
    name,
    run: (times) => askOften(addresses[database] + path, cookie, times),
  })
  /** The same bytes from memory: at once, and after the route's statement and nothing else. */
  const floors = async (name: string, path: string, cookie: string, statement?: string): Promise<Case[]> => {
    const { body } = await ask(addresses.full + path, { cookie })
    const key = name.replace(/\W+/g, '-')
    await server.keep(key, body)
    const bytes = `${addresses.bare}/${key}`
    const run = async (times: number) => {
      // The values that the statement is repeated with.
      await ask(addresses.full + path, { cookie })
      await askOften(`${bytes}/after/${statement}`, undefined, times)
    }
    return [
      { name: `${name}: bytes alone`, run: (times) => askOften(bytes, undefined, times) },
      ...(statement === undefined ? [] : [{ name: `${name}: query and bytes`, run }]),
    ]
  }
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

async function postmasterOf(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  return parentOf(rows[0]?.pid ?? 0)
}

/** Statements of one time, once everything is warm. */
async function countStatements(server: Server, { run }: Case): Promise<number> {
  await run(200)
  const before = await server.statements()
  await run(AT_ONCE)
  return ((await server.statements()) - before) / AT_ONCE
}

async function measureAll(server: Server, postmaster: number, cases: readonly Case[]): Promise<Figures[]> {
  const figures: Figures[] = []
  for (const { run } of cases) {
    await run(WARM)
    const [node, postgres] = [await server.cpu(), postgresCpu(postmaster)]
    await run(TIMES)
    const spent = { node: (await server.cpu()) - node, postgres: postgresCpu(postmaster) - postgres }
    figures.push({ node: spent.node / TIMES, postgres: spent.postgres / TIMES })
  }
  return figures
}

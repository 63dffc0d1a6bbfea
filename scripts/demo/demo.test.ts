import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { listFeed } from '#shared/community/posts.ts'
import { connectToDatabase } from '#server/db/testing/app-database.ts'
import {
  type TestCheckout,
  makeCheckout,
  remainingProcesses,
  removeRootLocation,
  startFrom,
} from '#server/testing/checkout.ts'
import { freePort } from '#server/testing/free-port.ts'
import type { RunningApp } from '#server/testing/running-app.ts'
import { TestClient } from '#server/testing/test-client.ts'
import { SAMPLE_STORIES, SAMPLE_STREAMS, SAMPLE_USERS } from './sample-data.ts'
import { SIGN_IN } from './sign-in.mjs'

let checkout: TestCheckout
/** The folder that a site would use, which the demo never touches. */
let siteData: string
let demo: RunningApp
let url: string
let database: pg.Client
beforeAll(async () => {
  checkout = await makeCheckout(null)
  siteData = checkout.newDataDir()
  demo = await startDemo({ DATA_DIR: siteData })
  url = await demo.url()
  database = await connectToDatabase(dataFolder())
})
afterAll(async () => {
  await database.end()
  await stop(demo)
  await removeRootLocation(dataFolder())
  await checkout.remove()
})

const dataFolder = () => join(checkout.path, 'data-demo')

async function startDemo(env: NodeJS.ProcessEnv = {}): Promise<RunningApp> {
  const ports = { PORT: '0', LIVE_UDP_PORT: String(await freePort('udp')) }
  return startFrom(checkout, { ...ports, ...env }, ['npm', 'run', '--silent', 'demo'])
}

async function stop(app: RunningApp): Promise<void> {
  app.signalGroup('SIGINT')
  await app.ended
  // Only Linux exposes the environment of other processes.
  if (process.platform === 'linux')
    await vi.waitFor(async () => expect(await remainingProcesses(checkout)).toEqual([]))
}

async function count(statement: string): Promise<number> {
  const { rows } = await database.query<{ n: number }>(`select count(*)::int as n from ${statement}`)
  return rows[0]?.n ?? 0
}

test('the first `npm run demo` makes the sample world and runs the site, where its member signs in and reads', async () => {
  expect(demo.output).toContain(`Sign in as ${SIGN_IN.email}, password '${SIGN_IN.password}'.`)
  const client = new TestClient(url)
  expect(await client.send('POST', '/api/auth/login', SIGN_IN)).toMatchObject({
    status: 200,
    body: { firstName: 'Amara' },
  })
  const feed = listFeed.response.parse((await client.get('/api/posts/feed')).body)
  expect(feed.map(({ content }) => content)).toContain(SAMPLE_STORIES[0]?.text)
  expect(existsSync(join(dataFolder(), 'session-secret'))).toBe(true)
  expect(existsSync(siteData)).toBe(false)
})

test('the demo does not start with the database of a site', async () => {
  const refused = await startDemo({ DATABASE_URL: 'postgres://u:p@127.0.0.1:1/wave' })
  expect(await refused.ended).toEqual({
    code: 1,
    stdout: '',
    stderr: 'npm run demo keeps its sample members in a database of its own: unset DATABASE_URL.\n',
  })
})
test('all sample users, stories and streams are created', async () => {
  expect(await count('users')).toBe(SAMPLE_USERS.length + 1)
  expect(await count('posts')).toBe(SAMPLE_STORIES.length)
  expect(await count('streams where max_viewers > 0 and not is_live')).toBe(SAMPLE_STREAMS.length)
  expect(await count("posts where media_type = 'video'")).toBe(1)
  expect(await count('follows')).toBeGreaterThan(100)
  expect(await count('likes')).toBeGreaterThan(100)
})

test('sample users have unreachable addresses, and a notice marks the site', async () => {
  expect(await count("users where email not like '%.invalid'")).toBe(0)
  expect(await count("site_settings where key = 'general.notice' and value like 'Sample data:%'")).toBe(1)
})

test('stories are days old and in feed order, and their counts are correct', async () => {
  expect(await count("posts where created_at < now() - interval '3 days'")).toBeGreaterThan(5)
  const { rows } = await database.query<{ created_at: Date }>('select created_at from posts order by id')
  const times = rows.map((row) => row.created_at.getTime())
  expect(times).toEqual(times.toSorted((one, other) => one - other))
  expect(
    await count(`posts p where likes_count <> (select count(*) from likes where subject_id = p.id)
      or comments_count <> (select count(*) from comments where post_id = p.id)`),
  ).toBe(0)
})

test('the second `npm run demo` runs the site with the same sample world', async () => {
  expect(demo.output).toContain('Making the sample world.')
  await database.end()
  await stop(demo)
  demo = await startDemo()
  url = await demo.url()
  database = await connectToDatabase(dataFolder())
  expect(demo.output).not.toContain('Making the sample world.')
  expect(await count('posts')).toBe(SAMPLE_STORIES.length)
})

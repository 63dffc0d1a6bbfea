import { type AddressInfo, type Socket, connect, createServer } from 'node:net'
import { eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { users } from '#server/features/accounts/users/schema.ts'
import { RowChangeListener } from './row-change-listener.ts'
import { RowCache } from './row-cache.ts'
import { createTestDatabase } from '#server/db/testing/test-database.ts'
import type { Database } from './open.ts'
import { openPool } from './pool.ts'

const SILENT = pino({ level: 'silent' })

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

test('a changed or deleted row is reported, a new one is not', async () => {
  const changes = await connectedListener()
  const reportedIds: string[] = []
  changes.on('users', (id) => reportedIds.push(id))
  const id = await insertUser()
  await changes.catchUp()
  expect(reportedIds).toEqual([])
  await setFirstName(id, 'Another')
  await database.db.delete(users).where(eq(users.id, id))
  await changes.catchUp()
  expect(reportedIds).toEqual([id, id])
})

test('a change that is rolled back is not reported', async () => {
  const changes = await connectedListener()
  const listener = vi.fn<(id: string) => void>()
  changes.on('users', listener)
  const id = await insertUser()
  const failed = database.db.transaction(async (tx) => {
    await tx.update(users).set({ firstName: 'Never' }).where(eq(users.id, id))
    tx.rollback()
  })
  await expect(failed).rejects.toThrow('Rollback')
  await changes.catchUp()
  expect(listener).not.toHaveBeenCalled()
})

test('cached rows are read once until they change', async () => {
  const { rows, load } = await cachedRows()
  const id = await insertUser()
  for (let round = 0; round < 3; round++) expect(await rows.find(id)).toBe('First')
  expect(load).toHaveBeenCalledTimes(1)
  await setFirstName(id, 'Second')
  await expect.poll(() => rows.find(id)).toBe('Second')
  expect(load).toHaveBeenCalledTimes(2)
})

test('a row that was read before a change and arrives after it is not cached', async () => {
  const { rows, load, changes } = await cachedRows()
  const id = await insertUser()
  load.mockImplementationOnce(async () => {
    await setFirstName(id, 'Second')
    await changes.catchUp()
    return 'First'
  })
  expect(await rows.find(id)).toBe('First')
  expect(await rows.find(id)).toBe('Second')
})

test('a missing row and a failed read are not cached', async () => {
  const { rows, load } = await cachedRows()
  const id = crypto.randomUUID()
  expect(await rows.find(id)).toBeUndefined()
  load.mockRejectedValueOnce(new Error('the database is away'))
  await expect(rows.find(id)).rejects.toThrow('away')
  await insertUser(id)
  expect(await rows.find(id)).toBe('First')
})

test('a lost connection disables the cache until the listener has reconnected by itself', async () => {
  const { rows, load, changes } = await cachedRows()
  const id = await insertUser()
  expect(await rows.find(id)).toBe('First')
  // The server ends the connection; the listener detects it later.
  await database.db.execute(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query = 'listen changes'`)
  await expect.poll(() => changes.isConnected).toBe(false)
  await setFirstName(id, 'Second')
  expect(await rows.find(id)).toBe('Second')
  const reads = load.mock.calls.length
  await rows.find(id)
  expect(load).toHaveBeenCalledTimes(reads + 1)
  await expect.poll(() => changes.isConnected).toBe(true)
  await rows.find(id)
  await rows.find(id)
  expect(load).toHaveBeenCalledTimes(reads + 2)
})

test('a connection that stops delivering without closing counts as lost', async () => {
  const proxy = await startProxy()
  const changes = listenerOver(proxy.port, 200)
  await expect.poll(() => changes.isConnected).toBe(true)
  proxy.pause()
  await expect.poll(() => changes.isConnected).toBe(false)
  proxy.resume()
  await expect.poll(() => changes.isConnected).toBe(true)
})

test('the listener closes at once while the database does not respond', async () => {
  const proxy = await startProxy()
  proxy.pause()
  const changes = listenerOver(proxy.port, 60_000)
  await expect.poll(() => proxy.connectionCount).toBe(1)
  await changes.close()
  expect(changes.isConnected).toBe(false)
})

/** A TCP proxy to the database that can drop all data without closing its connections, as a broken network does. */
async function startProxy() {
  const { host, port } = database.pool.options
  const sockets = new Set<Socket>()
  let isPaused = false
  const server = createServer((client) => {
    const upstream = isUnix(host) ? connect(`${host}/.s.PGSQL.${port}`) : connect(Number(port), host ?? '')
    for (const [from, to] of [[client, upstream] as const, [upstream, client] as const]) {
      sockets.add(from)
      from.on('data', (data) => void (isPaused || to.write(data)))
      from.on('error', () => {})
      from.on('close', () => to.destroy())
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return {
    // Boundary: the address of a server that listens on a port is an AddressInfo.
    port: (server.address() as AddressInfo).port,
    pause: () => void (isPaused = true),
    /** Only new connections work again: the dropped data is not sent later. */
    resume: () => void (isPaused = false),
    get connectionCount() {
      return sockets.size / 2
    },
  }
}

const isUnix = (host: string | undefined) => host?.startsWith('/') ?? false

function listenerOver(port: number, probeMs: number): RowChangeListener {
  const { options } = database.pool
  const pool = openPool({ ...options, password: options.password ?? '', host: '127.0.0.1', port }, SILENT)
  const changes = new RowChangeListener(pool, SILENT, probeMs)
  onTestFinished(() => changes.close())
  return changes
}

async function connectedListener(): Promise<RowChangeListener> {
  const changes = new RowChangeListener(database.pool, SILENT)
  onTestFinished(() => changes.close())
  await expect.poll(() => changes.isConnected).toBe(true)
  return changes
}

async function cachedRows() {
  const changes = await connectedListener()
  const load = vi.fn<(id: string) => Promise<string | undefined>>(async (id) => {
    const [row] = await database.db.select().from(users).where(eq(users.id, id))
    return row?.firstName ?? undefined
  })
  return { changes, load, rows: new RowCache(changes, 'users', { max: 10, load }) }
}

async function insertUser(id: string = crypto.randomUUID()): Promise<string> {
  await database.db
    .insert(users)
    .values({ id, email: `${id}@example.org`, handle: `m_${id.slice(0, 8)}`, firstName: 'First' })
  return id
}

async function setFirstName(id: string, firstName: string): Promise<void> {
  await database.db.update(users).set({ firstName }).where(eq(users.id, id))
}

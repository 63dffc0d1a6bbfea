import { type AddressInfo, type Socket, connect, createServer } from 'node:net'
import { eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { users } from '#server/features/users/schema.ts'
import { RowChangeListener } from './row-change-listener.ts'
import { RowCache } from './row-cache.ts'
import { createTestDatabase } from '#server/db/testing/test-database.ts'
import { type Database, openPool } from './open.ts'

const SILENT = pino({ level: 'silent' })

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

test('a row that is changed or deleted is heard of, and one that is new is not', async () => {
  const changes = await listening()
  const heard: string[] = []
  changes.on('users', (id) => heard.push(id))
  const id = await newMember()
  await changes.settle()
  expect(heard).toEqual([])
  await rename(id, 'Another')
  await database.db.delete(users).where(eq(users.id, id))
  await changes.settle()
  expect(heard).toEqual([id, id])
})

test('a change that is taken back is not heard of', async () => {
  const changes = await listening()
  const heard = vi.fn<(id: string) => void>()
  changes.on('users', heard)
  const id = await newMember()
  const failed = database.db.transaction(async (tx) => {
    await tx.update(users).set({ firstName: 'Never' }).where(eq(users.id, id))
    tx.rollback()
  })
  await expect(failed).rejects.toThrow('Rollback')
  await changes.settle()
  expect(heard).not.toHaveBeenCalled()
})

test('kept rows are read once, until they change', async () => {
  const { rows, load } = await keptRows()
  const id = await newMember()
  for (let time = 0; time < 3; time++) expect(await rows.find(id)).toBe('First')
  expect(load).toHaveBeenCalledTimes(1)
  await rename(id, 'Second')
  await expect.poll(() => rows.find(id)).toBe('Second')
  expect(load).toHaveBeenCalledTimes(2)
})

test('what was read before a change and comes after it is not kept', async () => {
  const { rows, load, changes } = await keptRows()
  const id = await newMember()
  load.mockImplementationOnce(async () => {
    await rename(id, 'Second')
    await changes.settle()
    return 'First'
  })
  expect(await rows.find(id)).toBe('First')
  expect(await rows.find(id)).toBe('Second')
})

test('what is not there, and what cannot be read, is asked for again', async () => {
  const { rows, load } = await keptRows()
  const id = crypto.randomUUID()
  expect(await rows.find(id)).toBeUndefined()
  load.mockRejectedValueOnce(new Error('the database is away'))
  await expect(rows.find(id)).rejects.toThrow('away')
  await newMember(id)
  expect(await rows.find(id)).toBe('First')
})

test('while nothing is heard nothing is kept, and the connection comes back by itself', async () => {
  const { rows, load, changes } = await keptRows()
  const id = await newMember()
  expect(await rows.find(id)).toBe('First')
  // Before its end is known here, as when a network goes down.
  await database.db.execute(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query = 'listen changes'`)
  await expect.poll(() => changes.isConnected).toBe(false)
  await rename(id, 'Second')
  expect(await rows.find(id)).toBe('Second')
  const reads = load.mock.calls.length
  await rows.find(id)
  expect(load).toHaveBeenCalledTimes(reads + 1)
  await expect.poll(() => changes.isConnected).toBe(true)
  await rows.find(id)
  await rows.find(id)
  expect(load).toHaveBeenCalledTimes(reads + 2)
})

test('a line that goes silent is noticed, and what it tells no more is not trusted', async () => {
  const line = await silenceable()
  const changes = changesOver(line.port, 200)
  await expect.poll(() => changes.isConnected).toBe(true)
  line.silence()
  await expect.poll(() => changes.isConnected).toBe(false)
  line.speak()
  await expect.poll(() => changes.isConnected).toBe(true)
})

test('it closes at once while the database says nothing', async () => {
  const line = await silenceable()
  line.silence()
  const changes = changesOver(line.port, 60_000)
  await expect.poll(() => line.count).toBe(1)
  await changes.close()
  expect(changes.isConnected).toBe(false)
})

/** A way to the database that can stop passing anything on, as a network does, without an end. */
async function silenceable() {
  const { host, port } = database.pool.options
  const ends = new Set<Socket>()
  let isSilent = false
  const server = createServer((near) => {
    const far = isUnix(host) ? connect(`${host}/.s.PGSQL.${port}`) : connect(Number(port), host ?? '')
    for (const [from, to] of [[near, far] as const, [far, near] as const]) {
      ends.add(from)
      from.on('data', (data) => void (isSilent || to.write(data)))
      from.on('error', () => {})
      from.on('close', () => to.destroy())
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const end of ends) end.destroy()
    server.close()
  })
  return {
    // Boundary: a server that listens on a port has such an address.
    port: (server.address() as AddressInfo).port,
    silence: () => void (isSilent = true),
    /** For connections that are made from now on: what was swallowed does not come back. */
    speak: () => void (isSilent = false),
    get count() {
      return ends.size / 2
    },
  }
}

const isUnix = (host: string | undefined) => host?.startsWith('/') ?? false

function changesOver(port: number, lookMs: number): RowChangeListener {
  const { options } = database.pool
  const pool = openPool({ ...options, password: options.password ?? '', host: '127.0.0.1', port }, SILENT)
  const changes = new RowChangeListener(pool, SILENT, lookMs)
  onTestFinished(() => changes.close())
  return changes
}

async function listening(): Promise<RowChangeListener> {
  const changes = new RowChangeListener(database.pool, SILENT)
  onTestFinished(() => changes.close())
  await expect.poll(() => changes.isConnected).toBe(true)
  return changes
}

async function keptRows() {
  const changes = await listening()
  const load = vi.fn<(id: string) => Promise<string | undefined>>(async (id) => {
    const [row] = await database.db.select().from(users).where(eq(users.id, id))
    return row?.firstName ?? undefined
  })
  return { changes, load, rows: new RowCache(changes, 'users', { max: 10, load }) }
}

async function newMember(id: string = crypto.randomUUID()): Promise<string> {
  await database.db
    .insert(users)
    .values({ id, email: `${id}@example.org`, handle: `m_${id.slice(0, 8)}`, firstName: 'First' })
  return id
}

async function rename(id: string, firstName: string): Promise<void> {
  await database.db.update(users).set({ firstName }).where(eq(users.id, id))
}

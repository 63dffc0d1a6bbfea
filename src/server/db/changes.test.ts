import { eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { users } from '#server/features/users/schema.ts'
import { Changes } from './changes.ts'
import { KeptRows } from './kept-rows.ts'
import { createTestDatabase } from './test-database.ts'
import type { Database } from './open.ts'

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
    where datname = current_database() and query like '%pg_notify%' and pid <> pg_backend_pid()`)
  await expect.poll(() => changes.areHeard).toBe(false)
  await rename(id, 'Second')
  expect(await rows.find(id)).toBe('Second')
  const reads = load.mock.calls.length
  await rows.find(id)
  expect(load).toHaveBeenCalledTimes(reads + 1)
  await expect.poll(() => changes.areHeard).toBe(true)
  await rows.find(id)
  await rows.find(id)
  expect(load).toHaveBeenCalledTimes(reads + 2)
})

async function listening(): Promise<Changes> {
  const changes = new Changes(database.pool.options, pino({ level: 'silent' }))
  onTestFinished(() => changes.close())
  await expect.poll(() => changes.areHeard).toBe(true)
  return changes
}

async function keptRows() {
  const changes = await listening()
  const load = vi.fn<(id: string) => Promise<string | undefined>>(async (id) => {
    const [row] = await database.db.select().from(users).where(eq(users.id, id))
    return row?.firstName ?? undefined
  })
  return { changes, load, rows: new KeptRows(changes, 'users', { max: 10, load }) }
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

import { expect, onTestFinished, test, vi } from 'vitest'
import pino from 'pino'
import { sql } from 'drizzle-orm'
import { createTestDatabase } from '#server/db/testing/test-database.ts'
import { defineEvent } from './define-event.ts'
import { EventBus } from './event-bus.ts'

const happened = defineEvent<{ id: string }>('test.happened')

async function open() {
  const { db, close } = await createTestDatabase()
  onTestFinished(close)
  await db.execute(sql`create table written (id text)`)
  const count = async () => (await db.execute(sql`select id from written`)).rows.length
  return { bus: new EventBus(pino({ level: 'silent' })), db, count }
}

test('what takes part is committed with the event, and listeners hear of it after the commit', async () => {
  const { bus, db, count } = await open()
  const listener = vi.fn()
  bus.within(happened, async (tx, { id }) => void (await tx.execute(sql`insert into written values (${id})`)))
  bus.on(happened, listener)
  await db.transaction(async (tx) => {
    await bus.announce(tx, happened, { id: 'a' })
    expect(listener).not.toHaveBeenCalled()
  })
  expect(listener).toHaveBeenCalledExactlyOnceWith({ id: 'a' })
  expect(await count()).toBe(1)
})

test('an error of what takes part rolls the transaction back, and nobody hears of it', async () => {
  const { bus, db, count } = await open()
  const listener = vi.fn()
  bus.within(happened, async (tx) => void (await tx.execute(sql`insert into written values ('b')`)))
  bus.within(happened, () => Promise.reject(new Error('refused')))
  bus.on(happened, listener)
  await expect(db.transaction((tx) => bus.announce(tx, happened, { id: 'b' }))).rejects.toThrow('refused')
  expect(listener).not.toHaveBeenCalled()
  expect(await count()).toBe(0)
})

test('a listener that fails keeps no other from hearing, nor one that has unsubscribed is called', async () => {
  const { bus, db } = await open()
  const [first, last] = [vi.fn(), vi.fn()]
  const unsubscribe = bus.on(happened, first)
  bus.on(happened, () => {
    throw new Error('broken')
  })
  bus.on(happened, last)
  unsubscribe()
  await bus.announce(db, happened, { id: 'c' })
  expect(first).not.toHaveBeenCalled()
  expect(last).toHaveBeenCalledOnce()
})

import { expect, onTestFinished, test, vi } from 'vitest'
import { createTestDatabase } from './testing/test-database.ts'

test('a connection on which no transaction could begin is returned to the pool', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.close())
  const { db, pool } = database
  const client = await pool.connect()
  // Boundary: the type of the mock is that of the overload without a promise.
  vi.spyOn(client, 'query').mockRejectedValueOnce(new Error('gone') as never)
  client.release()
  await expect(db.transaction(async () => 'never')).rejects.toThrow('begin')
  expect(pool.totalCount).toBe(pool.idleCount)
  expect(await db.transaction(async () => 'done')).toBe('done')
})

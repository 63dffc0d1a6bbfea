import { expect, onTestFinished, test, vi } from 'vitest'
import { createTestDatabase } from './testing/test-database.ts'

test('a connection on which no transaction could begin is returned to the pool', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.close())
  const { db, pool } = database
  const client = await pool.connect()
  vi.spyOn(client, 'query').mockImplementationOnce(() => Promise.reject(new Error('gone')))
  client.release()
  await expect(db.transaction(async () => 'never')).rejects.toThrow()
  expect(pool.totalCount).toBe(pool.idleCount)
  expect(await db.transaction(async () => 'done')).toBe('done')
})

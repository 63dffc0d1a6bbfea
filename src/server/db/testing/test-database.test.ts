import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from './test-database.ts'

test('every test database is separate, migrated, empty, and dropped when it is closed', async () => {
  const first = await createTestDatabase()
  const second = await createTestDatabase()
  onTestFinished(() => second.close())

  await first.pool.query('create table only_here (id int)')
  const table = await second.pool.query(`select to_regclass('only_here') as name`)
  expect(table.rows).toEqual([{ name: null }])
  const migrated = await second.pool.query(`select to_regclass('drizzle.__drizzle_migrations') as name`)
  expect(migrated.rows[0].name).not.toBeNull()

  const current = await first.pool.query('select current_database() as name')
  await first.close()
  const left = await second.pool.query('select 1 from pg_database where datname = $1', [current.rows[0].name])
  expect(left.rowCount).toBe(0)
})

test('a connection lost during a transaction fails that call and not the process', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.close())

  const broken = database.db.transaction(async (tx) => {
    const own = await tx.execute<{ pid: number }>('select pg_backend_pid() as pid')
    await database.pool.query('select pg_terminate_backend($1)', [own.rows[0]?.pid])
    await tx.execute('select 1')
  })
  await expect(broken).rejects.toThrow(/^Failed query/)
  expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { applyMigrations } from './migrate.ts'
import type { Database } from './open.ts'
import { createTestDatabase } from '#server/db/testing/test-database.ts'

test('apps that start at the same time on one database migrate it once', async () => {
  const database = await emptyDatabase()
  const folder = await writeMigrations({ first: 'create table once (id int); select pg_sleep(0.2)' })
  await Promise.all(Array.from({ length: 4 }, () => applyMigrations(database.pool, folder)))
  const applied = await database.pool.query('select hash from drizzle.__drizzle_migrations')
  expect(applied.rowCount).toBe(1)
})

test('only new migrations are applied', async () => {
  const database = await emptyDatabase()
  const first = 'create table grows (id int)'
  await applyMigrations(database.pool, await writeMigrations({ first }))
  await database.pool.query('insert into grows values (1)')
  await applyMigrations(
    database.pool,
    await writeMigrations({ first, second: 'alter table grows add name text' }),
  )
  expect((await database.pool.query('select * from grows')).rows).toEqual([{ id: 1, name: null }])
})

test('a failing migration rolls back all migrations of that start', async () => {
  const database = await emptyDatabase()
  const folder = await writeMigrations({ first: 'create table half (id int)', second: 'create nonsense' })
  await expect(applyMigrations(database.pool, folder)).rejects.toThrow('nonsense')
  const left = await database.pool.query(`select to_regclass('half') as name`)
  expect(left.rows).toEqual([{ name: null }])
})

test('a database of a newer version is refused and stays unchanged', async () => {
  const database = await emptyDatabase()
  const first = 'create table known (id int)'
  const older = await writeMigrations({ first })
  await applyMigrations(
    database.pool,
    await writeMigrations({ first, second: 'create table unknown (id int)' }),
  )
  await expect(applyMigrations(database.pool, older)).rejects.toThrow(
    /newer Creative Wave .* update this checkout/,
  )
})

test('the migrations of the project are found by default', async () => {
  const database = await emptyDatabase()
  await applyMigrations(database.pool)
  const users = await database.pool.query(`select to_regclass('users') is not null as there`)
  expect(users.rows).toEqual([{ there: true }])
})

async function emptyDatabase(): Promise<Database> {
  const database = await createTestDatabase()
  onTestFinished(() => database.close())
  await database.pool.query(
    'drop schema if exists drizzle cascade; drop schema public cascade; create schema public',
  )
  return database
}

/** Writes a migrations folder in drizzle-kit's format; the migrations are applied in the order of the keys. */
async function writeMigrations(statements: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cw-migrations-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'meta'))
  const tags = Object.keys(statements)
  const entries = tags.map((tag, idx) => ({ idx, version: '7', when: 1000 + idx, tag, breakpoints: true }))
  await writeFile(
    join(folder, 'meta', '_journal.json'),
    JSON.stringify({ version: '7', dialect: 'postgresql', entries }),
  )
  for (const [tag, sql] of Object.entries(statements)) await writeFile(join(folder, `${tag}.sql`), sql)
  return folder
}

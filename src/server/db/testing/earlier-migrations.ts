import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { onTestFinished } from 'vitest'
import * as z from 'zod/mini'
import { applyMigrations } from '../migrate.ts'

const MIGRATIONS = join(import.meta.dirname, '../../../../db/migrations')

const journal = z.looseObject({ entries: z.array(z.looseObject({ idx: z.int() })) })

/** Resets a test database to its schema before a migration, without rows. */
export async function migrateTo(pool: pg.Pool, before: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'cw-migrations-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await cp(MIGRATIONS, folder, { recursive: true })
  const file = join(folder, 'meta', '_journal.json')
  const { entries, ...rest } = journal.parse(JSON.parse(await readFile(file, 'utf8')))
  await writeFile(file, JSON.stringify({ ...rest, entries: entries.filter(({ idx }) => idx < before) }))
  await pool.query('drop schema drizzle cascade; drop schema public cascade; create schema public')
  await applyMigrations(pool, folder)
}

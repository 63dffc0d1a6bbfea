import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/db/open.ts'
import { createTestDatabase } from '#server/db/testing/test-database.ts'
import { recordAudit } from './queries.ts'
import { listAudit } from './test-queries.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

test.each(['update audit_entries set details = null', 'delete from audit_entries', 'truncate audit_entries'])(
  'the database refuses to %s',
  async (statement) => {
    const { db } = database
    const [actorId, subjectId] = [randomUUID(), randomUUID()]
    await recordAudit(db, { action: 'user.deactivated', actorId, subjectId })
    const before = await listAudit(db, 'user.')
    expect(before.at(-1)).toMatchObject({ actorId, subjectId, details: {} })
    await expect(db.execute(sql.raw(statement))).rejects.toMatchObject({
      cause: { message: 'rows of audit_entries are only ever added' },
    })
    expect(await listAudit(db, 'user.')).toEqual(before)
  },
)

import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '#server/db/testing/test-database.ts'

test('every foreign key has an index, so that deleting a row does not scan the tables that reference it', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.close())
  const { rows } = await database.db.execute(sql`
    select conrelid::regclass::text as "table", attname as "column" from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    -- site_settings never has more than some dozen rows: a sequential scan is cheap.
    where contype = 'f' and conrelid <> 'site_settings'::regclass and not exists (
      select from pg_index where indrelid = conrelid and indkey[0] = conkey[1]
        and (indpred is null or pg_get_expr(indpred, indrelid) like '%' || attname || ' IS NOT NULL%')
    ) order by 1, 2`)
  expect(rows).toEqual([])
})

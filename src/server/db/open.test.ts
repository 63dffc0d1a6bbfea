import { pino } from 'pino'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openDatabase } from './open.ts'
import { LONG_LIMITS } from './pool.ts'

const log = pino({ level: 'silent' })

test("the operator's server is used instead of the embedded one", async () => {
  const { host, port, user, password } = inject('testServer')
  const databaseUrl = `postgres://${user}:${password}@${encodeURIComponent(host)}:${port}/postgres`
  const database = await openDatabase({ databaseUrl, dataDir: '/nowhere', databaseLimits: LONG_LIMITS }, log)
  onTestFinished(() => database.close())
  expect(database.location).toBeNull()
  const current = await database.pool.query('select current_database() as name')
  expect(current.rows).toEqual([{ name: 'postgres' }])
})

test('the error for an unreachable server is one line with its address and without the password', async () => {
  const opening = openDatabase(
    { databaseUrl: 'postgres://u:hush@127.0.0.1:1/x', dataDir: '/nowhere', databaseLimits: LONG_LIMITS },
    log,
  )
  await expect(opening).rejects.toThrow(
    /^The PostgreSQL server of DATABASE_URL \(127\.0\.0\.1:1\) (?!.*hush).*$/,
  )
})

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { openDrizzle } from '#server/db/open-drizzle.ts'
import type { Database } from '#server/db/open.ts'
import { NO_LIMITS, copyPool, endPool } from '#server/db/pool.ts'
import { createTestDatabase } from '#server/db/testing/test-database.ts'
import { changeEmail } from '#server/features/accounts/account-mail/change-email.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import { createRateLimits, rateOf } from '#server/http/rates/rate-limits.ts'
import { LinkTokens } from '#server/mail/link-tokens.ts'
import { FirstAdminSetup } from './first-admin.ts'
import { registerUser } from './register-user.ts'
import { signInUser } from './sign-in.ts'

let database: Database
let pool: ReturnType<typeof copyPool>
beforeAll(async () => {
  database = await createTestDatabase()
  // A caller that needs a second connection while it has the only one waits forever.
  pool = copyPool(database.pool, { max: 1, limits: NO_LIMITS })
})
afterAll(async () => {
  await endPool(pool)
  await database.close()
})

const PASSWORD = 'four words in a row'
const config = readConfig({
  NODE_ENV: 'test',
  PASSWORD_HASH_KIB: '8',
  SMTP_URL: 'smtp://127.0.0.1:25',
  MAIL_FROM: 'post@example.org',
})
const linkTokens = new LinkTokens('a secret')
const context = { ipAddress: '192.0.2.1', languages: null }

function open() {
  const limits = createRateLimits((rate) => rate, { pool, log: { info: () => {}, warn: () => {} } })
  const db = openDrizzle(pool)
  const register = (email: string) =>
    registerUser(
      db,
      { email, password: PASSWORD, firstName: 'Ama', lastName: 'Mensah' },
      {
        ...context,
        signUp: 'open',
        isLocal: false,
        firstAdmin: new FirstAdminSetup(),
        verification: { limits, linkTokens, languages: null },
      },
    )
  return { db, limits, register }
}

test('registering, signing in and changing the address need one connection of the database at a time', async () => {
  const { db, limits, register } = open()
  const [email, ...others] = ['ama@example.org', 'esi@example.org', 'kofi@example.org']
  const [user] = await Promise.all([email, ...others].map(register))
  const dependencies = { config, db, limits, linkTokens }
  await changeEmail(
    dependencies,
    { ...context, userId: user?.id ?? '' },
    { email: 'new@example.org', password: PASSWORD },
  )
  await db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.email, email))
  await signInUser(dependencies, { email, password: PASSWORD }, { ...context, device: null, userAgent: null })
  expect(await limits.has(rateOf('signInMails'), user?.id ?? '')).toBe(true)
})

test('a registration that is refused leaves the mailbox the mails that it may get', async () => {
  const { limits, register } = open()
  await register('taken@example.org')
  for (let count = 0; count < 5; count++)
    await expect(register('taken@example.org')).rejects.toMatchObject({ code: 'email_taken' })
  expect(await limits.tryConsume(rateOf('mailsToUnconfirmed'), 'taken@example.org')).toBe(true)
})

// `npm run reset-password`: prints a link for a new password, beside a running app.
import { pino } from 'pino'
import { readConfig } from '#server/config.ts'
import { assertMigrated } from '#server/db/migrate.ts'
import { connectToDatabase } from '#server/db/open.ts'
import { StartupError } from '#server/startup/startup-error.ts'
import { startupMessage } from '#server/startup/startup-messages.ts'
import { createResetLink } from './create-reset-link.ts'

process.exit(await run(process.argv[2]?.trim().toLowerCase()))

/** Resolves with the exit code. */
async function run(email: string | undefined): Promise<number> {
  try {
    if (!email) throw new StartupError('Say whose password: npm run reset-password -- amara@example.org')
    console.log(await createLinkFor(email))
    return 0
  } catch (error) {
    console.error(startupMessage(error))
    return 1
  }
}

async function createLinkFor(email: string): Promise<string> {
  const config = readConfig(process.env)
  const database = await connectToDatabase(config, pino({ level: 'silent' }))
  try {
    await assertMigrated(database.pool)
    const path = await createResetLink(database.db, email)
    if (path === null) throw new StartupError(`No active account has the e-mail address ${email}.`)
    return `With this link the owner of ${email} chooses a new password, once and within an hour:\n${config.publicUrl.origin}${path}`
  } finally {
    await database.close()
  }
}

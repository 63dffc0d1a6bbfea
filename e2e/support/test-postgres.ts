import { randomBytes } from 'node:crypto'
import {
  createFromTemplate,
  startTestServer,
  type TestServerAccess,
} from '../../src/server/db/testing/test-server.ts'

/** Environment variable that passes the access to the workers, as JSON. */
const ACCESS = 'TEST_POSTGRES'

/**
 * Playwright's global setup: starts one PostgreSQL for all apps, since each start of a new one takes as long as a short
 * story. The tests of `npm start` cover the app with its own.
 */
export default async function startPostgres(): Promise<() => Promise<void>> {
  const { access, stop } = await startTestServer()
  process.env[ACCESS] = JSON.stringify(access)
  return stop
}

/** Whether the run has a PostgreSQL. */
export function hasPostgres(): boolean {
  return process.env[ACCESS] !== undefined
}

/** Creates a migrated, empty database and returns its URL for the app. It exists until the end of the run. */
export async function createDatabase(): Promise<string> {
  const access = process.env[ACCESS]
  if (!access) throw new Error('the PostgreSQL of the run is not running')
  // Boundary: the global setup has written it.
  const server = JSON.parse(access) as TestServerAccess
  const { host, port, user, password } = server
  const database = `story_${randomBytes(8).toString('hex')}`
  await createFromTemplate(server, database)
  // The host is a folder with a Unix socket, which has no place in a URL's own host.
  const socket = new URLSearchParams({ host, port: String(port) })
  return `postgres://${user}:${password}@localhost/${database}?${socket}`
}

import { createCases } from './admin/cases.ts'
import { measureExport } from './admin/export.ts'
import { measureCases, measurePages } from './admin/measure.ts'
import { pagesOf } from './admin/pages.ts'
import { reportAdmin } from './admin/report.ts'
import { seedAdminCommunity } from './admin/seed.ts'
import type { AdminCommands } from './admin/server.ts'
import { openBenchPool, startBenchPostgres } from './community/database.ts'
import { registerUser } from './community/register.ts'
import { stabilizeDatabase } from './community/seed.ts'
import { postmasterOf } from './process/cpu.ts'
import { chooseSizes } from './process/arguments.ts'
import { closeConnections } from './process/http-client.ts'
import { startRemote } from './process/remote.ts'

/**
 * Measures what the pages of admins cost in a large community: the time of each request beside a bare server that sends the
 * rows of the simplest statement, one request after the other, and the CPU of Node and PostgreSQL. On a temporary database.
 */
const COMMUNITY = chooseSizes({
  full: {
    users: 100_000,
    events: 1_000_000,
    logs: 1_000_000,
    auditEntries: 100_000,
    posts: 200_000,
    uploads: 200_000,
    orders: 50_000,
    messages: 10_000,
    invitations: 1000,
  },
  short: {
    users: 200,
    events: 100,
    logs: 1000,
    auditEntries: 500,
    posts: 100,
    uploads: 400,
    orders: 600,
    messages: 50,
    invitations: 30,
  },
})

const postgres = await startBenchPostgres()
const server = await startRemote<AdminCommands>(new URL('./admin/server.ts', import.meta.url), [
  '--expose-gc',
])
const connection = await postgres.createEmptyDatabase('bench_admin')
const pool = openBenchPool(connection)
try {
  const urls = await server.start(postgres.folder, connection)
  // The first account of a site is that of its super_admin.
  const { cookie } = await registerUser(urls.app)
  await seed()
  const cases = await createCases(pool)
  const setup = { server, urls, cookie, postmaster: await postmasterOf(pool) }
  const results = await measureCases(setup, cases)
  const pages = await measurePages(setup, pagesOf(cases))
  reportAdmin(results, pages, await measureExport(server, { url: urls.app, cookie, pool }))
} finally {
  closeConnections()
  await pool.end()
  await server.stop().catch(() => {})
  await postgres.close()
}

async function seed(): Promise<void> {
  const startedAt = performance.now()
  await seedAdminCommunity(pool, COMMUNITY)
  await stabilizeDatabase(pool)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
  console.log(`inserted ${COMMUNITY.logs.toLocaleString('en')} log entries and the rest in ${seconds} s`)
}

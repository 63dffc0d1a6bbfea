import type pg from 'pg'
import { sendRequest } from '../process/http-client.ts'
import type { Remote } from '../process/remote.ts'
import type { Row } from '../process/report.ts'
import type { AdminCommands } from './server.ts'

/** The memory for the part of the export that is being sent; the whole trail would be a multiple of this. */
const MAX_GROWTH_MB = 20

/** Measures the CSV of the whole audit trail beside one statement that returns its rows. */
export async function measureExport(
  server: Remote<AdminCommands>,
  { url, cookie, pool }: { url: string; cookie: string; pool: pg.Pool },
): Promise<Row[]> {
  const download = () => sendRequest(`${url}/api/admin/audit.csv`, { cookie })
  await download()
  const startedAt = performance.now()
  const { body } = await download()
  const appSeconds = (performance.now() - startedAt) / 1000
  const before = await server.usedMemory()
  await server.watchMemory()
  await download()
  const growth = (await server.peakMemory()) - before
  const bareStartedAt = performance.now()
  const { rows } = await pool.query(`select e.*, a.email, s.email from audit_entries e
    left join users a on a.id = e.actor_id
    left join users s on s.id = case when e.subject_id ~ '^[0-9a-f-]{36}$' then e.subject_id::uuid end
    order by e.id desc`)
  const bareSeconds = (performance.now() - bareStartedAt) / 1000
  const lines = body.split('\r\n').length - 2
  if (lines !== rows.length) throw new Error(`the export has ${lines} of ${rows.length} entries`)
  return [
    { name: 'export of the audit trail', value: rows.length / appSeconds, unit: 'rows/s' },
    { name: 'its rows by one statement', value: rows.length / bareSeconds, unit: 'rows/s' },
    { name: 'memory that the export needs', value: growth / 1024 ** 2, unit: 'MB', max: MAX_GROWTH_MB },
  ]
}

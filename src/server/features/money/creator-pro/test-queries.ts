import type { TestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { reconcileSubscriptions } from './reconcile-job.ts'
import { subscriptions } from './schema.ts'

/** Runs the job as if each subscription were due. */
export async function reconcileAll(server: TestApp): Promise<void> {
  await server.database.db.update(subscriptions).set({ nextCheckAt: new Date() })
  await server.runJob(reconcileSubscriptions)
}

/** Returns the amounts of a member's ledger, in the order of their entry. */
export async function ledgerOf(server: TestApp, member: TestClient): Promise<string[]> {
  const { rows } = await server.database.pool.query<{ line: string }>(
    `select e.kind || ' ' || p.amount_cents as line from ledger_postings p join ledger_entries e on e.id = p.entry_id
     where p.user_id = $1 order by e.id`,
    [member.user.id],
  )
  return rows.map(({ line }) => line)
}

import { sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import type { Executor } from '#server/db/executor.ts'
import { analyticsEvents } from '#server/logs/schema.ts'

const idAt = (at: string) => v7({ msecs: Date.parse(at) })

/** Stores an event as of then. */
export async function storeEvent(
  db: Executor,
  { type, at, streamId }: { type: string; at: string; streamId?: string },
): Promise<void> {
  await db
    .insert(analyticsEvents)
    .values({ id: idAt(at), eventType: type, metadata: { streamId }, createdAt: new Date(at) })
}

/** Stores a member who signed up then. Returns the id. */
export async function storeMember(db: Executor, at: string): Promise<string> {
  const id = idAt(at)
  await db.execute(sql`
    insert into users (id, email, handle, created_at) values (${id}, ${`${id}@example.org`}, ${id}, ${at})`)
  await storeEvent(db, { type: 'member_registered', at })
  return id
}

type TestTip = { at: string; amountCents: number; refundedCents?: number; isSandbox?: boolean }

/** Stores a tip of then. Returns the id. */
export async function storeTip(
  db: Executor,
  { at, amountCents, refundedCents = 0, isSandbox = false }: TestTip,
): Promise<string> {
  const id = idAt(at)
  const provider = isSandbox ? 'sandbox' : 'paypal'
  await db.execute(sql`
    insert into payment_orders (id, provider, provider_order_id, amount_cents, currency, status, is_sandbox)
    values (${id}, ${provider}, ${id}, ${amountCents}, 'USD', 'completed', ${isSandbox})`)
  await db.execute(sql`
    insert into tips (id, order_id, is_sandbox, amount_cents, refunded_cents, currency, paypal_order_id, status, created_at,
      updated_at)
    values (${id}, ${id}, ${isSandbox}, ${amountCents}, ${refundedCents}, 'USD', ${id}, 'completed', ${at}, ${at})`)
  return id
}

/** Deletes all that the figures are made of, and everyone but the first user. */
export async function deleteFigures(db: Executor): Promise<void> {
  for (const table of [
    'platform_days',
    'platform_cohorts',
    'active_days',
    'viewer_peaks',
    'analytics_events',
    'video_views',
    'tips',
    'payment_orders',
  ])
    await db.execute(sql`delete from ${sql.identifier(table)}`)
  await db.execute(sql`delete from users where role <> 'super_admin'`)
}

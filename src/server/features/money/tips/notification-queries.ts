import { sql } from 'drizzle-orm'
import { formatCents } from '#shared/money/money.ts'
import { defineNotificationSubject } from '#server/features/notifications/notifications/notification-subject.ts'
import type { TipRow } from './schema.ts'

type NotifiedTip = Pick<TipRow, 'id' | 'currency' | 'isSandbox' | 'message'> & { cents: number }

export const notifiedTip = defineNotificationSubject({
  kind: 'tip',
  select: (id) => sql`
    select id, amount_cents as cents, currency, is_sandbox as "isSandbox", message from tips where id = ${id}`,
  present: ({ cents, ...tip }: NotifiedTip) => ({ tip: { ...tip, amount: formatCents(cents) } }),
})

import type { Readable } from 'node:stream'
import { formatCents } from '#shared/money/money.ts'
import { displayName } from '#shared/accounts/users.ts'
import type { Executor } from '#server/db/executor.ts'
import type { Caller } from '#server/http/access.ts'
import { csvStream } from '#server/http/csv.ts'
import { presentTip } from './present-tip.ts'
import { type TipWithUsers, listTipsBetween } from './queries.ts'

/** Tips per query. */
const PART_SIZE = 500

const HEAD = [
  'date',
  'from',
  'amount',
  'refunded',
  'net',
  'currency',
  'status',
  'message',
  'order',
  'sandbox',
]

/** Returns the tips that a creator received in a year (UTC), the oldest first. */
export function csvOfYear(db: Executor, creator: Caller, year: number): Promise<Readable> {
  const [from, to] = [new Date(Date.UTC(year, 0)), new Date(Date.UTC(year + 1, 0))]
  async function* parts() {
    let after: string | undefined
    for (;;) {
      const rows = await listTipsBetween(db, { creatorId: creator.id, from, to, limit: PART_SIZE, after })
      yield rows.map((row) => cellsOf(row, creator))
      if (rows.length < PART_SIZE) return
      after = rows.at(-1)?.tip.id
    }
  }
  return csvStream(HEAD, parts())
}

/** `net`: the amount after refunds; `sandbox`: no money moved. */
function cellsOf(row: TipWithUsers, creator: Caller): string[] {
  const { tip } = row
  const { tipper, amount, refundedAmount, currency, status, message, createdAt, isSandbox } = presentTip(
    row,
    creator,
  )
  return [
    createdAt,
    tipper ? displayName(tipper) : '',
    amount,
    refundedAmount,
    formatCents(tip.amountCents - tip.refundedCents),
    currency,
    status,
    message ?? '',
    tip.paypalOrderId,
    isSandbox ? 'yes' : 'no',
  ]
}

import type { ResponseOf } from '#shared/endpoint.ts'
import type { getTipping } from '#shared/money/tips.ts'
import type { Context } from '#server/feature.ts'
import { hasBlockBetween } from '#server/features/accounts/hidden-users/hidden-queries.ts'
import { findPayee } from '#server/features/money/payouts/find-payee.ts'
import { isUserActive } from '#server/features/accounts/users/queries.ts'
import type { Caller } from '#server/http/access.ts'
import { notFound } from '#server/http/errors.ts'
import { isSandboxSite } from '#server/payments/sandbox-mode.ts'

/** Returns whether this user can tip the creator now. Throws 404 for an unknown or inactive creator. */
export async function tippingOf(
  { db, payments }: Pick<Context, 'db' | 'payments'>,
  creatorId: string,
  requester: Caller | null,
): Promise<ResponseOf<typeof getTipping>> {
  if (!(await isUserActive(db, creatorId))) throw notFound('notFound.user')
  const isSandbox = isSandboxSite(payments)
  if (!payments) return { canReceive: false, reason: 'payments_off', isSandbox }
  if (requester?.id === creatorId) return { canReceive: false, reason: 'own', isSandbox }
  if (requester && (await hasBlockBetween(db, requester.id, creatorId)))
    return { canReceive: false, reason: 'blocked', isSandbox }
  const { problem } = await findPayee(db, payments, creatorId)
  return { canReceive: problem === null, reason: problem, isSandbox }
}

import type { Executor } from '#server/db/executor.ts'
import type { PaymentProvider } from '#server/payments/payment-provider.ts'
import { findPayoutAddress } from './queries.ts'

/** Why a creator cannot be tipped: no payout address, or an account in a country that the provider does not pay to. */
export type PayoutProblem = 'no_payout' | 'country'

/** Returns the address that tips of a creator are paid to, or the reason why there is none. */
export async function findPayee(
  db: Executor,
  provider: PaymentProvider,
  creatorId: string,
): Promise<{ email: string; problem: null } | { email: null; problem: PayoutProblem }> {
  const { payoutEmail, payoutCountry } = (await findPayoutAddress(db, creatorId)) ?? {}
  if (!payoutEmail) return { email: null, problem: 'no_payout' }
  if (payoutCountry && !provider.canReceive(payoutCountry)) return { email: null, problem: 'country' }
  return { email: payoutEmail, problem: null }
}

import * as calls from '#shared/money/payouts.ts'
import type { Mount } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import { isSandboxSite } from '#server/payments/sandbox-mode.ts'
import { findPayoutAddress, updatePayoutAddress } from './queries.ts'

const NONE: calls.Payout = { payoutEmail: null, payoutCountry: null }

export const mountPayouts: Mount = (app, { db, payments }) => {
  const withState = (payout: calls.Payout): calls.PayoutState => ({
    ...payout,
    canReceive: payments && payout.payoutCountry !== null ? payments.canReceive(payout.payoutCountry) : null,
    hasPayments: payments !== null,
    isSandbox: isSandboxSite(payments),
  })

  route(app, calls.getPayout, async ({ user }) => withState((await findPayoutAddress(db, user.id)) ?? NONE))

  route(app, calls.updatePayout, async ({ body, user }) =>
    withState(await updatePayoutAddress(db, user.id, body)),
  )
}

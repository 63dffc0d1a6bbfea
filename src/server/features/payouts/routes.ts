import * as calls from '#shared/payouts.ts'
import type { Feature } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import { findPayout, updatePayout } from './queries.ts'

const NONE: calls.Payout = { payoutEmail: null, payoutCountry: null }

/** The payout address, which only its owner reads: no other response contains it. */
export const payouts: Feature = {
  name: 'payouts',
  register(app, { db }) {
    route(app, calls.getPayout, async ({ user }) => (await findPayout(db, user.id)) ?? NONE)

    route(app, calls.updatePayout, ({ body, user }) => updatePayout(db, user.id, body))
  },
}

import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { id, instant, page } from '#shared/fields.ts'
import { amountInput, parseCents } from './money.ts'
import { paymentStatus, providerId, tipMessage } from './payments.ts'
import { userRef } from '#shared/accounts/users.ts'

/** Amounts that the dialog offers, in whole dollars. */
export const TIP_PRESETS = [
  { amount: 5, name: 'coffee' },
  { amount: 10, name: 'love' },
  { amount: 25, name: 'super' },
  { amount: 50, name: 'big' },
] as const

/** Amounts are decimal text. Users are null once their account is deleted. */
const tip = z.object({
  id,
  streamerId: z.nullable(id),
  tipper: z.nullable(userRef),
  streamer: z.nullable(userRef),
  streamId: z.nullable(id),
  amount: z.string(),
  refundedAmount: z.string(),
  currency: z.string(),
  message: z.nullable(z.string()),
  paypalOrderId: z.string(),
  status: paymentStatus,
  /** No money moved. */
  isSandbox: z.boolean(),
  createdAt: instant,
})
export type Tip = z.output<typeof tip>

/**
 * Records the tip of a paid order. 201 the first time, 200 when it is repeated by the same payer with the same content;
 * 409 `order_used` for anything else about an order with a tip. 404 for another member's order; 422 `order_mismatch` if
 * creator, amount or currency differ from the order, `payment_not_completed`, `payment_pending`, `own_tip`. A message
 * that the order did not have may be refused: 403 `timed_out`, `blocked`, 422 `watched_word`, `new_account`.
 */
export const createTip = endpoint({
  method: 'POST',
  path: '/api/tips',
  access: 'member',
  rate: 'tips',
  body: z.object({
    streamerId: id,
    amount: amountInput,
    message: z.optional(z.nullable(tipMessage)),
    paypalOrderId: providerId,
    /** The stream in whose chat it is shown; without it the creator's public live stream, with null none. */
    streamId: z.optional(z.nullable(id)),
  }),
  response: tip,
  status: 201,
})

const list = z.extend(page, {
  /**
   * Tips that the user received, or sent, with payments that were made but are no tips (yet): `pending`, or `failed`
   * after that. Their id is that of the order.
   */
  direction: z._default(z.enum(['received', 'sent']), 'received'),
})
const ofUser = z.object({ userId: id })

export const listTips = endpoint({
  method: 'GET',
  path: '/api/tips',
  access: 'member',
  query: list,
  response: z.array(tip),
})

/** The same for the user with this id: 403 for another member's, unless an admin asks. */
export const listUserTips = endpoint({
  method: 'GET',
  path: '/api/tips/:userId',
  access: 'member',
  params: ofUser,
  query: list,
  response: z.array(tip),
})

const month = z.object({ amount: z.string(), tipsCount: z.int() })

/** Amounts are decimal text, after refunds. Months are those of UTC. */
const earnings = z.object({
  /** Of the creator's earnings, of real money or of the sandbox: always the same. */
  id,
  creatorId: id,
  totalEarnings: z.string(),
  totalTips: z.string(),
  /** Always '0': Creator Pro is paid to the platform. */
  totalSubscriptions: z.literal('0'),
  currency: z.string(),
  /** Always null: each tip is paid straight to the creator. */
  lastPayoutAt: z.null(),
  updatedAt: z.nullable(instant),
  tipsCount: z.int(),
  supportersCount: z.int(),
  thisMonth: month,
  lastMonth: month,
  /** Years (UTC) with tips, the newest first. */
  tipYears: z.array(z.int()),
  isSandbox: z.boolean(),
})
export type Earnings = z.output<typeof earnings>

export const getEarnings = endpoint({
  method: 'GET',
  path: '/api/earnings',
  access: 'member',
  response: earnings,
})

export const getUserEarnings = endpoint({
  method: 'GET',
  path: '/api/earnings/:userId',
  access: 'member',
  params: ofUser,
  response: earnings,
})

/**
 * The recorded tips that the current user received in a year (UTC), as CSV; not an `endpoint`, as its response is not
 * JSON.
 */
export const exportTips = {
  method: 'GET',
  path: '/api/tips.csv',
  access: 'member',
  rate: 'analytics',
  query: z.object({ year: z.coerce.number().check(z.int(), z.minimum(2000), z.maximum(9999)) }),
} as const

/**
 * Whether a creator can be tipped now; `no_payout`: without a payout address, `country`: the provider pays to no
 * account there, `blocked`: one of the two has blocked the other.
 */
export const getTipping = endpoint({
  method: 'GET',
  path: '/api/users/:userId/tipping',
  access: 'anyone',
  params: ofUser,
  response: z.object({
    canReceive: z.boolean(),
    reason: z.nullable(z.enum(['no_payout', 'country', 'payments_off', 'own', 'blocked'])),
    isSandbox: z.boolean(),
  }),
})

/**
 * The caller wanted to tip a creator who cannot receive tips: without a payout address, or with an account in a country
 * to which nothing is paid. The creator is notified once a day, and not of whom. `isNotified`: on this day the creator
 * was.
 */
export const reportTipAttempt = endpoint({
  method: 'POST',
  path: '/api/users/:userId/tip-attempts',
  access: 'member',
  rate: 'tipAttempts',
  params: ofUser,
  response: z.object({ isNotified: z.boolean() }),
})

/**
 * How long a tip is highlighted in its stream's chat, in seconds, from these amounts in cents on; the highest first.
 */
const HIGHLIGHT_SECONDS = [
  [50_00, 600],
  [25_00, 300],
  [10_00, 120],
  [0, 30],
] as const
export const MAX_HIGHLIGHT_SECONDS = HIGHLIGHT_SECONDS[0][1]

/** Returns how long a tip of `amount`, decimal text, is highlighted, in seconds from its message in the chat on. */
export function highlightSeconds(amount: string): number {
  const cents = parseCents(amount) ?? 0
  return HIGHLIGHT_SECONDS.find(([from]) => cents >= from)?.[1] ?? 0
}

export const tipServerMessages = [
  /**
   * To a stream, after the tip's chat message: somebody tipped its creator. `tipsTotal`: what its tips add up to.
   * Amounts are decimal text.
   */
  z.object({
    type: z.literal('tip_received'),
    streamId: id,
    data: z.object({
      id,
      user: userRef,
      amount: z.string(),
      currency: z.string(),
      message: z.nullable(z.string()),
      /** Its message in the chat. */
      messageId: id,
      isSandbox: z.boolean(),
      tipsTotal: z.string(),
    }),
  }),
  /** To a stream: its tips add up to another amount, after a refund. */
  z.object({
    type: z.literal('tips_total_changed'),
    streamId: id,
    data: z.object({ tipsTotal: z.string() }),
  }),
  /**
   * To every page of a creator, and of a payer: a tip was recorded, or the status of a tip or of its payment changed.
   */
  z.object({ type: z.literal('tips_changed') }),
] as const

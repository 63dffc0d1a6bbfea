import * as z from 'zod/mini'

/** Every code that an error body or a socket error can carry; the web switches on these. */
const ERROR_CODES = [
  'invalid',
  'unauthorized',
  'forbidden',
  'not_found',
  'conflict',
  'method_not_allowed',
  'precondition_failed',
  'precondition_required',
  'email_taken',
  'handle_taken',
  'wrong_credentials',
  'already_live',
  'chat_closed',
  'banned',
  'blocked',
  'timed_out',
  'followers_only',
  'slow_mode',
  'message_deleted',
  'sign_up_closed',
  'invitation_needed',
  'invitation_invalid',
  'approval_pending',
  'pro_required',
  'too_large',
  'unsupported_type',
  'unprocessable',
  'watched_word',
  'new_account',
  'rate_limited',
  'not_live',
  'stream_full',
  'engine_unavailable',
  'unavailable',
  'processing',
  'own_tip',
  'cannot_receive',
  'order_used',
  'order_mismatch',
  'payment_not_approved',
  'payment_not_completed',
  'payment_pending',
  'payment_declined',
  'payments_off',
  'refund_refused',
  'already_refunded',
  'plan_missing',
  'already_subscribed',
  'last_super_admin',
  'already_answered',
  'internal',
] as const

const errorCode = z.enum(ERROR_CODES)
export type ErrorCode = z.output<typeof errorCode>

/** One field that did not fit: `path` is dotted (`settings.isPublic`), `message` is shown beside it. */
const fieldError = z.object({ path: z.string(), message: z.string() })
export type FieldError = z.output<typeof fieldError>

/** The body of every error response. */
export const errorBody = z.object({
  message: z.string(),
  code: errorCode,
  fields: z.optional(z.array(fieldError)),
})
export type ErrorBody = z.output<typeof errorBody>

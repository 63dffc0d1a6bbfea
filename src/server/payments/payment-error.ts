/**
 * Why a call to the payment provider failed:
 *
 * - `unavailable`: no answer, a timeout, 429 or 5xx. What was asked may have happened; the same call can be repeated.
 * - `declined`: the payer's bank or card refused. The payer may approve again with another source.
 * - `not_approved`: the payer has not approved yet.
 * - `refused`: the provider does not allow it, such as the refund of a payment to an account that is not ours.
 * - `not_found`: the provider has no such record.
 * - `forged`: an event whose signature is not the provider's.
 * - `invalid`: the provider did not understand the request.
 */
export type PaymentErrorKind =
  | 'unavailable'
  | 'declined'
  | 'not_approved'
  | 'refused'
  | 'not_found'
  | 'forged'
  | 'invalid'

/** An error of the payment provider. The message is for the log; it has no address, key or token. */
export class PaymentError extends Error {
  override name = 'PaymentError'
  readonly kind: PaymentErrorKind
  /** The provider's own code of the problem, such as `CAPTURE_FULLY_REFUNDED`; null if it named none. */
  readonly issue: string | null

  constructor(
    kind: PaymentErrorKind,
    message: string,
    { issue = null, cause }: { issue?: string | null; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.kind = kind
    this.issue = issue
  }
}

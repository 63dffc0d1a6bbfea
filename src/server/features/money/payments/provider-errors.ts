import { HttpError, unavailable } from '#server/http/errors.ts'
import { PaymentError } from '#server/payments/payment-error.ts'
import type { PaymentProvider } from '#server/payments/payment-provider.ts'

const RETRY_SECONDS = 5

/** Throws 503 `payments_off` on a site without a provider. */
export function requireProvider(provider: PaymentProvider | null): PaymentProvider {
  if (provider) return provider
  throw new HttpError(503, 'payments_off', 'errors.paymentsOff', { retryAfter: 3600 })
}

/** Calls the provider; its errors become responses. */
export async function withProviderErrors<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    throw error instanceof PaymentError ? toHttpError(error) : error
  }
}

function toHttpError(error: PaymentError): Error {
  switch (error.kind) {
    case 'unavailable':
      return unavailable('unavailable', 'errors.paymentsDown', RETRY_SECONDS)
    case 'declined':
      return new HttpError(422, 'payment_declined', 'errors.paymentDeclined')
    case 'not_approved':
      return new HttpError(422, 'payment_not_approved', 'errors.paymentNotApproved')
    default:
      return error
  }
}

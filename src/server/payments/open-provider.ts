import type { Config } from '#server/config.ts'
import type { Db } from '#server/db/executor.ts'
import type { PaymentProvider } from './payment-provider.ts'
import { createPayPal } from './paypal/paypal-provider.ts'
import { createSandbox } from './sandbox/sandbox-provider.ts'

/** Opens the payment provider of the configuration; null: payments are off. */
export function openPaymentProvider({
  config: { payments, publicUrl },
  db,
}: {
  config: Pick<Config, 'payments' | 'publicUrl'>
  db: Db
}): PaymentProvider | null {
  if (payments === null) return null
  return payments.provider === 'paypal' ? createPayPal(payments) : createSandbox({ db, publicUrl })
}

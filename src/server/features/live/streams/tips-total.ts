import { formatCents } from '#shared/money/money.ts'
import type { PaymentProvider } from '#server/payments/payment-provider.ts'
import { isSandboxSite } from '#server/payments/sandbox-mode.ts'
import type { StreamRow } from './schema.ts'

/** Returns what the tips of a stream add up to, as decimal text: those of a sandbox only if the site is one. */
export const tipsTotalOf = (
  { tipsCents, sandboxTipsCents }: Pick<StreamRow, 'tipsCents' | 'sandboxTipsCents'>,
  payments: PaymentProvider | null,
): string => formatCents(isSandboxSite(payments) ? sandboxTipsCents : tipsCents)

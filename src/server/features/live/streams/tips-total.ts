import { formatCents } from '#shared/money/money.ts'
import type { PaymentProvider } from '#server/payments/payment-provider.ts'
import { isSandboxSite } from '#server/payments/sandbox-mode.ts'
import type { StreamRow } from './schema.ts'

/** Returns the sum of the tips of a stream as decimal text: of real tips, or of sandbox tips on a sandbox site. */
export const tipsTotalOf = (
  { tipsCents, sandboxTipsCents }: Pick<StreamRow, 'tipsCents' | 'sandboxTipsCents'>,
  payments: PaymentProvider | null,
): string => formatCents(isSandboxSite(payments) ? sandboxTipsCents : tipsCents)

import type { PaymentProvider } from './payment-provider.ts'

/**
 * Whether the site's amounts, and therefore its sums, are those of a sandbox. Without payments they are those of real
 * money.
 */
export const isSandboxSite = (payments: PaymentProvider | null): boolean => payments?.movesMoney === false

/** The columns that identify the provider of a row: a provider's test system and live system share one name. */
export type ProviderColumns = { provider: string; isSandbox: boolean }

export const providerColumns = ({ name, movesMoney }: PaymentProvider) => ({
  provider: name,
  isSandbox: !movesMoney,
})

/** Whether a row is of the provider that the site uses now. */
export function isOfProvider(
  row: ProviderColumns,
  payments: PaymentProvider | null,
): payments is PaymentProvider {
  return payments?.name === row.provider && isSandboxSite(payments) === row.isSandbox
}

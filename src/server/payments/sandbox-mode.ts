import type { PaymentProvider } from './payment-provider.ts'

/** Whether the site's amounts are those of a sandbox, so that its sums are. Without payments they are those of real money. */
export const isSandboxSite = (payments: PaymentProvider | null): boolean => payments?.movesMoney === false

/** What a row keeps of its provider. The test system of a provider is another one than its live system, under one name. */
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

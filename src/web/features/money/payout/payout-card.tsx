import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import { CURRENCY } from '#shared/money/money.ts'
import type { PayoutState } from '#shared/money/payouts.ts'
import { useSite } from '#web/api/site.ts'
import { useMoney } from '#web/features/notifications/shared/money/money.ts'
import { LoadFailed } from '#web/ui/lists/load-failed.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { StripPattern } from '#web/ui/pattern/strip-pattern.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { useCountryName } from './use-country-name.ts'
import { PAYOUT_FORM_URL } from '#web/features/notifications/shared/money/payout-form-url.ts'
import { usePayout } from './use-payout.ts'

/** How tips reach the current user, or what is missing for that, and the limits of tips. */
export function PayoutCard() {
  const t = useTranslations('payout')
  const query = usePayout()
  return (
    <Card className="overflow-hidden">
      <StripPattern family="palm" length={420} className="h-12 w-full" />
      <div className="px-4 pt-4 pb-5 md:px-5">
        <h2>{t('cardTitle')}</h2>
        <div className="mt-2 grid gap-3 text-ui text-ink-2">
          {query.data ? (
            <PayoutStatus payout={query.data} />
          ) : query.error ? (
            <LoadFailed title={t('loadFailed')} query={query} />
          ) : (
            <SkeletonRows />
          )}
        </div>
        <TipLimits />
      </div>
    </Card>
  )
}

function PayoutStatus({ payout }: { payout: PayoutState }) {
  const t = useTranslations('payout')
  const countryName = useCountryName()
  const { payoutEmail, payoutCountry, canReceive, hasPayments, isSandbox } = payout
  if (!hasPayments) return <p>{t('paymentsOff')}</p>
  if (payoutEmail === null)
    return (
      <>
        <p>{isSandbox ? t('noAddressInSandbox') : t('noAddress')}</p>
        <FormLink text={t('addAddress')} isMain />
      </>
    )
  if (canReceive === false && payoutCountry !== null)
    return (
      <>
        <Alert>{t('cannotReceive', { country: countryName(payoutCountry) })}</Alert>
        <FormLink text={t('change')} />
      </>
    )
  return (
    <>
      <p className="[overflow-wrap:anywhere]">
        {isSandbox ? t('paidInSandbox', { email: payoutEmail }) : t('paidDirectly', { email: payoutEmail })}
      </p>
      {payoutCountry === null && <p>{t('countryMissing')}</p>}
      <FormLink text={t('change')} />
    </>
  )
}

function FormLink({ text, isMain = false }: { text: string; isMain?: boolean }) {
  return (
    <p>
      <Button asChild variant={isMain ? 'action' : 'line'} size={isMain ? 'md' : 'sm'}>
        <Link href={PAYOUT_FORM_URL}>{text}</Link>
      </Button>
    </p>
  )
}

function TipLimits() {
  const t = useTranslations('payout')
  const money = useMoney()
  const site = useSite()
  const rows = [
    { name: t('currency'), value: CURRENCY },
    { name: t('minTip'), value: money(String(site['payments.minTip'])) },
    { name: t('maxTip'), value: money(String(site['payments.maxTip'])) },
  ]
  return (
    <dl className="mt-3.5">
      {rows.map(({ name, value }) => (
        <div key={name} className="flex justify-between gap-4 border-t border-line py-2.5 text-ui">
          <dt className="text-ink-2">{name}</dt>
          <dd className="num font-[650]">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

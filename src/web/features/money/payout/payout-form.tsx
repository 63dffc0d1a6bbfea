import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { COUNTRY_CODES, type PayoutState, payoutForm } from '#shared/money/payouts.ts'
import { useLanguage } from '#web/i18n/provider.tsx'
import { showFieldErrors } from '#web/api/field-errors.ts'
import { useFieldText } from '#web/lib/forms/use-field-text.ts'
import { LoadFailed } from '#web/ui/lists/load-failed.tsx'
import { SandboxNote } from '#web/features/notifications/shared/money/sandbox-note.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmailInput } from '#web/ui/forms/email-input.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/input.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { PAYOUT_HASH } from '#web/features/notifications/shared/money/payout-form-url.ts'
import { useCountryName } from './use-country-name.ts'
import { usePayout, useSavePayout } from './use-payout.ts'

/** Edits where tips to the current user are paid. */
export function PayoutForm() {
  const t = useTranslations('payout')
  const query = usePayout()
  const { data, error } = query
  if (!data) return error ? <LoadFailed title={t('loadFailed')} query={query} /> : <SkeletonRows />
  return <Form payout={data} />
}

const toValues = ({ payoutEmail, payoutCountry }: PayoutState) => ({
  payoutEmail: payoutEmail ?? '',
  payoutCountry: payoutCountry ?? '',
})

function usePayoutForm(payout: PayoutState) {
  const t = useTranslations('payout')
  const form = useForm({
    resolver: zodResolver(payoutForm, { error: useFieldText() }),
    defaultValues: toValues(payout),
  })
  const { mutate, isPending } = useSavePayout({
    onDone: (saved) => {
      form.reset(toValues(saved))
      toast({ title: saved.payoutEmail === null ? t('removed') : t('saved') })
    },
    onFailed: (error) => {
      showFieldErrors(form, ['payoutEmail', 'payoutCountry'], error)
      toast({ variant: 'destructive', title: t('error'), description: t('failed') })
    },
  })
  const submit = form.handleSubmit(({ payoutEmail, payoutCountry }) =>
    mutate({ payoutEmail: payoutEmail || null, payoutCountry: payoutCountry || null }),
  )
  return { form, isPending, submit }
}

function Form({ payout }: { payout: PayoutState }) {
  const t = useTranslations('payout')
  const { form, isPending, submit } = usePayoutForm(payout)
  const { errors, defaultValues } = form.formState
  const { setFocus } = form
  // The browser looks for the target of a link before the form is loaded.
  useEffect(() => {
    if (location.hash === PAYOUT_HASH) setFocus('payoutEmail')
  }, [setFocus])
  return (
    <form
      noValidate
      aria-label={t('title')}
      onSubmit={(event) => void submit(event)}
      className="grid grid-cols-[minmax(0,1fr)] gap-5"
    >
      {payout.isSandbox && (
        <p>
          <SandboxNote />
        </p>
      )}
      <Field label={t('email')} hint={t('emailHint')} error={errors.payoutEmail?.message}>
        <EmailInput autoComplete="off" {...form.register('payoutEmail')} />
      </Field>
      <Field label={t('country')} error={errors.payoutCountry?.message}>
        <Select defaultValue={defaultValues?.payoutCountry} {...form.register('payoutCountry')}>
          <option value="">{t('noCountry')}</option>
          <Countries />
        </Select>
      </Field>
      <CountryNotice payout={payout} chosen={form.watch('payoutCountry')} />
      <div className="flex justify-end">
        <Button type="submit" pending={isPending} pendingText={t('saving')}>
          {t('save')}
        </Button>
      </div>
    </form>
  )
}

/** Whether accounts of the stored country can receive, until another one is chosen. */
function CountryNotice({ payout, chosen }: { payout: PayoutState; chosen: string }) {
  const t = useTranslations('payout')
  const countryName = useCountryName()
  const { payoutCountry, canReceive } = payout
  if (payoutCountry === null || payoutCountry !== chosen || canReceive === null) return null
  const country = countryName(payoutCountry)
  return canReceive ? (
    <p className="text-small text-success">{t('canReceive', { country })}</p>
  ) : (
    <Alert>{t('cannotReceive', { country })}</Alert>
  )
}

/** The countries by their names in the language of the page. */
function Countries() {
  const { language } = useLanguage()
  const countryName = useCountryName()
  const byName = new Intl.Collator(language).compare
  return COUNTRY_CODES.map((code) => ({ code, name: countryName(code) }))
    .toSorted((a, b) => byName(a.name, b.name))
    .map(({ code, name }) => (
      <option key={code} value={code}>
        {name}
      </option>
    ))
}

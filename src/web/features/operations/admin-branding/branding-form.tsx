import { type FormEvent, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { useErrorText } from '#web/api/use-error-text.ts'
import { applyAccent } from '#web/theme/accent.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Input } from '#web/ui/forms/input.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { AccentField } from './accent-field.tsx'
import { type BrandingKey, type BrandingValues, NETWORK_KEYS } from './branding-keys.ts'
import { BrandingPreview } from './branding-preview.tsx'
import { LogoField } from './logo-field.tsx'
import { type Branding, BrandingError, useSaveBranding } from './use-branding.ts'
import { useNetworkNames } from './use-network-names.ts'

/** The name, the colours and the networks of the site, beside a preview of the input. */
export function BrandingForm({ branding }: { branding: Branding }) {
  const t = useTranslations('adminBranding')
  const names = useNetworkNames()
  const [values, setValues] = useState(branding.values)
  const save = useSaveBranding({
    onDone: () => {
      setValues((saved) => withDefaults(saved, branding.defaults))
      toast({ title: t('saved'), description: t('savedText') })
    },
  })
  const changes = changesOf(branding.values, values)
  const set = (key: BrandingKey) => (value: string) => setValues((before) => ({ ...before, [key]: value }))
  useAccentPreview(values['general.accentHue'], branding.values['general.accentHue'])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (Object.keys(changes).length > 0 && !save.isPending) save.mutate(changes)
  }
  const textField = (key: BrandingKey, label: string, hint?: string) => (
    <TextField
      key={key}
      label={label}
      hint={hint}
      value={values[key]}
      error={save.error}
      name={key}
      onChange={set(key)}
    />
  )
  return (
    <div className="grid gap-5 xl:grid-cols-[5fr_3fr] xl:items-start">
      <form onSubmit={submit} noValidate className="grid min-w-0 gap-5">
        <Card className="grid gap-5 p-4 md:p-5">
          {textField('general.siteName', t('siteName'))}
          <LogoField logoUrl={branding.logoUrl} />
          <AccentField
            value={Number(values['general.accentHue'])}
            defaultValue={Number(branding.defaults['general.accentHue'])}
            onChange={(hue) => set('general.accentHue')(String(hue))}
          />
          {textField('general.landingHeadline', t('headline'), t('headlineHint'))}
        </Card>
        <Card className="grid gap-5 p-4 md:grid-cols-2 md:p-5">
          <h2 className="font-display text-section font-extrabold md:col-span-2">{t('networks')}</h2>
          {NETWORK_KEYS.map((key) => textField(key, names[key]))}
        </Card>
        {save.error !== null && !(save.error instanceof BrandingError) && <Failure error={save.error} />}
        <div className="flex flex-wrap gap-3">
          <Button
            type="submit"
            variant="action"
            disabled={Object.keys(changes).length === 0}
            pending={save.isPending}
            pendingText={t('saving')}
          >
            {t('save')}
          </Button>
          {Object.keys(changes).length > 0 && (
            <Button variant="ghost" onClick={() => setValues(branding.values)}>
              {t('discard')}
            </Button>
          )}
        </div>
      </form>
      <BrandingPreview values={values} defaults={branding.defaults} logoUrl={branding.logoUrl} />
    </div>
  )
}

type TextFieldProps = {
  name: BrandingKey
  label: string
  hint: string | undefined
  value: string
  error: unknown
  onChange: (value: string) => void
}

function TextField({ name, label, hint, value, error, onChange }: TextFieldProps) {
  const errorText = useErrorText()
  const isHere = error instanceof BrandingError && error.key === name
  return (
    <Field label={label} hint={hint} error={isHere ? errorText(error.cause) : undefined}>
      <Input
        value={value}
        {...(name.startsWith('social.') && { type: 'url', dir: 'ltr', inputMode: 'url' as const })}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </Field>
  )
}

function Failure({ error }: { error: unknown }) {
  const t = useTranslations('adminBranding')
  const errorText = useErrorText()
  return <Alert title={t('failed')}>{errorText(error)}</Alert>
}

function changesOf(saved: BrandingValues, values: BrandingValues): Partial<BrandingValues> {
  // Boundary: both have the same keys.
  return Object.fromEntries(
    Object.entries(values).filter(([key, value]) => saved[key as BrandingKey] !== value),
  ) as Partial<BrandingValues>
}

/** Returns the stored values after saving: an empty field went back to its default. */
function withDefaults(values: BrandingValues, defaults: BrandingValues): BrandingValues {
  // Boundary: both have the same keys.
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, value.trim() || defaults[key as BrandingKey]]),
  ) as BrandingValues
}

/** Shows the accent on the whole page while it is being chosen, and the saved one again when the page is left. */
function useAccentPreview(hue: string, saved: string): void {
  useEffect(() => {
    applyAccent(Number(hue))
    return () => applyAccent(Number(saved))
  }, [hue, saved])
}

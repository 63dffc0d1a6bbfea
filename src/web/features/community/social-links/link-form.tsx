import { zodResolver } from '@hookform/resolvers/zod'
import type { ReactNode } from 'react'
import { Controller, type UseFormReturn, useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import type * as z from 'zod/mini'
import { PLATFORMS, type SocialLink, socialLinkForm } from '#shared/community/social-links.ts'
import { showFieldErrors } from '#web/api/field-errors.ts'
import { usePlatformName } from '#web/features/accounts/shared/social-links/platform-name.ts'
import { useFieldText } from '#web/lib/forms/use-field-text.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { Input, Select } from '#web/ui/forms/input.tsx'
import { SwitchRow } from '#web/ui/forms/switch-row.tsx'
import type { LinkInput } from './use-links.ts'

const FIELDS = ['platform', 'url', 'displayName', 'isPublic'] as const

type Form = UseFormReturn<z.input<typeof socialLinkForm>, unknown, LinkInput>
type LinkFormProps = {
  label: string
  link?: SocialLink
  /** Called with the form, to show field errors or to reset it. */
  onSubmit: (input: LinkInput, form: LinkFormState) => void
  children: ReactNode
}
type LinkFormState = { reset: () => void; showErrors: (error: unknown) => void }

const EMPTY = { platform: 'website', url: '', displayName: '', isPublic: true } as const

/** The fields of a link; `children` are the buttons. */
export function LinkForm({ label, link, onSubmit, children }: LinkFormProps) {
  const t = useTranslations('socialLinks')
  const form: Form = useForm<z.input<typeof socialLinkForm>, unknown, LinkInput>({
    resolver: zodResolver(socialLinkForm, { error: useFieldText() }),
    defaultValues: link ? { ...link, displayName: link.displayName ?? '' } : EMPTY,
  })
  const state = {
    reset: () => form.reset(EMPTY),
    showErrors: (error: unknown) => void showFieldErrors(form, FIELDS, error),
  }
  const submit = form.handleSubmit((input) => onSubmit(input, state))
  return (
    <form
      noValidate
      aria-label={label}
      onSubmit={(event) => void submit(event)}
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
    >
      <Fields form={form} />
      <Controller
        control={form.control}
        name="isPublic"
        render={({ field }) => (
          <SwitchRow label={t('isPublic')} checked={field.value} onCheckedChange={field.onChange} />
        )}
      />
      <div className="flex flex-wrap justify-end gap-2.5">{children}</div>
    </form>
  )
}

function Fields({ form: { register, formState } }: { form: Form }) {
  const t = useTranslations('socialLinks')
  const platformName = usePlatformName()
  const { errors } = formState
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2">
      <Field label={t('platform')} error={errors.platform?.message}>
        <Select defaultValue={formState.defaultValues?.platform} {...register('platform')}>
          {PLATFORMS.map((platform) => (
            <option key={platform} value={platform}>
              {platformName(platform)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t('displayName')} optional error={errors.displayName?.message}>
        <Input {...register('displayName')} />
      </Field>
      <Field label={t('url')} error={errors.url?.message} className="sm:col-span-2">
        <Input
          type="url"
          inputMode="url"
          dir="ltr"
          className="rtl:text-end"
          placeholder="https://"
          {...register('url')}
        />
      </Field>
    </div>
  )
}

import type { ReactNode } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { SETTING_CATEGORIES, SETTING_TYPES, type SettingType } from '#shared/settings/setting.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { Input, Select, Textarea } from '#web/ui/forms/input.tsx'
import { useCategoryName, useTypeName } from './use-setting-names.ts'
import type { ValuesForm } from './use-setting-form.ts'
import { ValueEditor } from './value-editor.tsx'

export function KeyField({ form: { register, formState, clearErrors } }: { form: ValuesForm }) {
  const t = useTranslations('adminSettings')
  return (
    <Field label={t('key')} hint={t('keyHint')} error={formState.errors.key?.message}>
      <Input
        dir="ltr"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        className="font-mono"
        {...register('key', { onChange: () => clearErrors('key') })}
      />
    </Field>
  )
}

type ValueFieldProps = {
  form: ValuesForm
  hint?: ReactNode
  options?: readonly string[] | null
  maxWords?: number | null
}

/** The value, with the editor of its type, a choice of its options, or a list of words. */
export function ValueField({ form, hint, options = null, maxWords = null }: ValueFieldProps) {
  const { field, fieldState } = useController({ control: form.control, name: 'value' })
  const type = useWatch({ control: form.control, name: 'type' })
  const change = (value: string) => {
    form.clearErrors('value')
    field.onChange(value)
  }
  return (
    <ValueEditor
      key={type}
      type={type}
      options={options}
      maxWords={maxWords}
      hint={hint}
      error={fieldState.error?.message}
      name={field.name}
      value={field.value}
      onChange={change}
      customRef={field.ref}
    />
  )
}

/** The fields of a custom setting. */
export function CustomFields({ form }: { form: ValuesForm }) {
  const t = useTranslations('adminSettings')
  const typeName = useTypeName()
  const categoryName = useCategoryName()
  const { register, formState, setValue, getValues } = form
  const { errors } = formState
  const fitValue = () => {
    const { type, value } = getValues()
    setValue('value', fitted(type, value), { shouldDirty: true })
    form.clearErrors('value')
  }
  return (
    <>
      <div className="grid grid-cols-2 gap-4">
        <Field label={t('type')} error={errors.type?.message}>
          <Select defaultValue={formState.defaultValues?.type} {...register('type', { onChange: fitValue })}>
            {SETTING_TYPES.map((type) => (
              <option key={type} value={type}>
                {typeName(type)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t('category')} error={errors.category?.message}>
          <Select defaultValue={formState.defaultValues?.category} {...register('category')}>
            {SETTING_CATEGORIES.map((category) => (
              <option key={category} value={category}>
                {categoryName(category)}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <ValueField form={form} />
      <Field label={t('description')} optional error={errors.description?.message}>
        <Textarea {...register('description')} />
      </Field>
    </>
  )
}

/** The value after another type was chosen: a switch is on or off, and a number input shows only a number. */
function fitted(type: SettingType, value: string): string {
  if (type === 'boolean') return String(value === 'true')
  return type === 'number' && !Number.isFinite(Number(value)) ? '' : value
}

import { zodResolver } from '@hookform/resolvers/zod'
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import * as z from 'zod/mini'
import { type SiteSetting, saveSetting } from '#shared/operations/admin-settings.ts'
import type { SettingCategory } from '#shared/settings/setting.ts'
import { findJsonError } from '#shared/text/json-error.ts'
import { findWordListError } from '#shared/text/word-list.ts'
import { ApiError } from '#web/api/api-error.ts'
import { showFieldErrors } from '#web/api/field-errors.ts'
import {
  showWordListError,
  useWordListErrorText,
} from '#web/features/accounts/shared/watched-words/word-list-field.tsx'
import { useFieldText } from '#web/lib/forms/use-field-text.ts'
import { useFailureToast } from '#web/ui/overlays/use-failure-toast.ts'
import { toast } from '#web/ui/overlays/toast.ts'
import { useDeleteSetting, useSaveSetting } from './use-settings.ts'

const schema = z.required(saveSetting.body)
type Values = z.input<typeof schema>
export type ValuesForm = UseFormReturn<Values, unknown, z.output<typeof schema>>

const FIELDS = ['key', 'value', 'type', 'description', 'category'] as const

export type SettingForm = {
  form: ValuesForm
  submit: (form: HTMLFormElement) => void
  canSubmit: boolean
  isPending: boolean
  /** An error that belongs to no field. */
  failure: unknown
  failedText: string
}

type AddOptions = {
  existing: readonly SiteSetting[]
  category: SettingCategory | null
  onDone: () => void
}

export function useAddForm({ existing, category, onDone }: AddOptions): SettingForm {
  const t = useTranslations('adminSettings')
  const form = useValuesForm({
    key: '',
    value: '',
    type: 'string',
    description: '',
    category: category ?? 'general',
  })
  const texts = { done: t('created'), failed: t('createFailed') }
  const callbacks = useCallbacks(form, { texts, onDone })
  const { mutate, isPending, error } = useSaveSetting(callbacks)
  const [key, value] = useWatch({ control: form.control, name: ['key', 'value'] })
  const checkJson = useJsonCheck(form)
  // The same call would change the other setting.
  const isTaken = existing.some((other) => other.key === key.trim())
  const submit = (element: HTMLFormElement) => {
    if (isTaken) form.setError('key', { message: t('keyTaken') }, { shouldFocus: true })
    else if (checkJson(element)) void form.handleSubmit((input) => mutate(input))()
  }
  const canSubmit = key.trim() !== '' && value.trim() !== ''
  return { form, submit, canSubmit, isPending, failure: withoutFields(error), failedText: texts.failed }
}

/** The call cannot store an empty value: an empty value that is the default is restored. */
export function useEditForm(setting: SiteSetting, { onDone }: { onDone: () => void }): SettingForm {
  const t = useTranslations('adminSettings')
  const form = useValuesForm(toValues(setting))
  const texts = { done: t('updated'), failed: t('updateFailed') }
  const callbacks = useCallbacks(form, { texts, onDone })
  const save = useSaveSetting(callbacks)
  const reset = useDeleteSetting(setting.key, callbacks)
  const isPending = save.isPending || reset.isPending
  const isEmpty = useWatch({ control: form.control, name: 'value' }).trim() === ''
  const isReset = isEmpty && setting.defaultValue === ''
  const checkJson = useJsonCheck(form)
  const checkWords = useWordsCheck(form, setting.maxWords)
  const submit = (element: HTMLFormElement) => {
    if (isReset) reset.mutate()
    else if (checkJson(element) && checkWords(element))
      void form.handleSubmit((input) => save.mutate(input))()
  }
  const canSubmit = form.formState.isDirty && (!isEmpty || isReset)
  const failure = withoutFields(save.error ?? reset.error)
  return { form, submit, canSubmit, isPending, failure, failedText: texts.failed }
}

function useValuesForm(values: Values): ValuesForm {
  return useForm<Values, unknown, z.output<typeof schema>>({
    resolver: zodResolver(schema, { error: useFieldText() }),
    defaultValues: values,
  })
}

type CallbackOptions = { texts: { done: string; failed: string }; onDone: () => void }

function useCallbacks(form: ValuesForm, { texts, onDone }: CallbackOptions) {
  const t = useTranslations('adminSettings')
  const showFailure = useFailureToast()
  return {
    onDone: () => {
      toast({ title: texts.done })
      onDone()
    },
    onFailed: (error: unknown) => {
      showFieldErrors(form, FIELDS, error)
      showFailure(error, { title: t('error'), description: texts.failed })
    },
  }
}

/** Returns a check of JSON, which shows the position of an error at the field, and puts the caret there. */
function useJsonCheck(form: ValuesForm): (element: HTMLFormElement) => boolean {
  const t = useTranslations('adminSettings')
  return (element) => {
    const { type, value } = form.getValues()
    const error = type === 'json' ? findJsonError(value) : null
    if (!error) return true
    const { offset, line, column } = error
    form.setError('value', { message: t('jsonInvalid', { line, column }) })
    const editor = element.elements.namedItem('value')
    if (editor instanceof HTMLTextAreaElement) {
      editor.setSelectionRange(offset, offset)
      editor.focus()
    }
    return false
  }
}

/** Returns a check of a list of watched words, which selects its first line that is wrong. */
function useWordsCheck(form: ValuesForm, max: number | null): (element: HTMLFormElement) => boolean {
  const errorText = useWordListErrorText()
  return (element) => {
    const error = max === null ? null : findWordListError(form.getValues('value'), max)
    if (max === null || !error) return true
    form.setError('value', { message: errorText(error, max) })
    const editor = element.elements.namedItem('value')
    if (editor instanceof HTMLTextAreaElement) showWordListError(editor, error)
    return false
  }
}

const withoutFields = (error: unknown) =>
  error instanceof ApiError && error.fields.length > 0 ? null : error

function toValues({ key, value, type, description, category, isKnown }: SiteSetting): Values {
  // Another setting's JSON stays as it was written: large numbers would change.
  const shown = isKnown && type === 'json' && !findJsonError(value) ? indent(value) : value
  return { key, value: shown, type, description: description ?? '', category }
}

const indent = (json: string) => JSON.stringify(JSON.parse(json), null, 2)

import { type ReactNode, type RefCallback, useEffect, useId, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { SettingType } from '#shared/settings/setting.ts'
import { WordListField } from '#web/features/accounts/shared/watched-words/word-list-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Input, Select, Textarea } from '#web/ui/forms/input.tsx'
import { SwitchRow } from '#web/ui/forms/switch-row.tsx'

type EditorProps = {
  hint?: ReactNode
  error: string | undefined
  name: string
  /** The text form: 'true' or 'false' for a boolean. */
  value: string
  onChange: (value: string) => void
  customRef: RefCallback<HTMLElement>
}

type ValueEditorProps = EditorProps & {
  type: SettingType
  options: readonly string[] | null
  /** Of a list of watched words. */
  maxWords: number | null
}

/** Edits a value of a setting with the control of its type, as a choice, or as a list of words. */
export function ValueEditor({ type, options, maxWords, ...editor }: ValueEditorProps) {
  const t = useTranslations('adminSettings')
  if (options) return <ChoiceEditor options={options} {...editor} />
  if (maxWords !== null) return <WordListField label={t('value')} max={maxWords} {...editor} />
  switch (type) {
    case 'boolean':
      return <BooleanEditor {...editor} />
    case 'number':
      return <NumberEditor {...editor} />
    case 'json':
      return <JsonEditor {...editor} />
    case 'string':
      return <TextEditor {...editor} />
    default:
      throw type satisfies never
  }
}

function ChoiceEditor({ options, hint, error, name, value, onChange, customRef }: ChoiceEditorProps) {
  const t = useTranslations('adminSettings')
  return (
    <Field label={t('value')} hint={hint} error={error}>
      <Select
        ref={customRef}
        name={name}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      >
        {options.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </Select>
    </Field>
  )
}

type ChoiceEditorProps = EditorProps & { options: readonly string[] }

function BooleanEditor({ value, onChange }: EditorProps) {
  const t = useTranslations('adminSettings')
  return (
    <SwitchRow
      label={t('value')}
      hint={value === 'true' ? t('on') : t('off')}
      checked={value === 'true'}
      onCheckedChange={(checked) => onChange(String(checked))}
    />
  )
}

function NumberEditor({ hint, error, name, value, onChange, customRef }: EditorProps) {
  const t = useTranslations('adminSettings')
  return (
    <Field label={t('value')} hint={hint} error={error}>
      <Input
        ref={customRef}
        type="number"
        step="any"
        inputMode="decimal"
        dir="ltr"
        autoComplete="off"
        className="num rtl:text-end"
        name={name}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </Field>
  )
}

function JsonEditor({ hint, error, name, value, onChange, customRef }: EditorProps) {
  const t = useTranslations('adminSettings')
  return (
    <Field label={t('value')} hint={hint} error={error}>
      <Textarea
        ref={customRef}
        dir="ltr"
        rows={8}
        autoCapitalize="none"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        className="font-mono"
        name={name}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </Field>
  )
}

/** A longer text, or one with line breaks, has several lines. */
const MAX_LINE = 80
const needsLines = (value: string) => value.length > MAX_LINE || /[\r\n]/.test(value)

/** One line, which becomes several when the text needs them or the admin wants to write them. */
function TextEditor({ hint, error, name, value, onChange, customRef }: EditorProps) {
  const t = useTranslations('adminSettings')
  const [hasLines, setHasLines] = useState(needsLines(value))
  if (!hasLines && needsLines(value)) setHasLines(true)
  const editorId = useFocusOnLines(hasLines)
  const control = {
    name,
    value,
    autoComplete: 'off',
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onChange(currentTarget.value),
  }
  return (
    <div id={editorId} className="grid gap-1">
      <Field label={t('value')} hint={hint} error={error}>
        {hasLines ? (
          <Textarea ref={customRef} rows={4} {...control} />
        ) : (
          <Input ref={customRef} {...control} />
        )}
      </Field>
      {!hasLines && (
        <Button
          size="sm"
          variant="ghost"
          className="-ms-3.5 justify-self-start"
          onClick={() => setHasLines(true)}
        >
          {t('writeLines')}
        </Button>
      )}
    </div>
  )
}

/** The change replaces the focused control: the text area gets the focus, with the caret at its end. */
function useFocusOnLines(hasLines: boolean): string {
  const id = useId()
  const [initial] = useState(hasLines)
  useEffect(() => {
    if (initial || !hasLines) return
    const area = document.getElementById(id)?.querySelector('textarea')
    area?.focus()
    area?.setSelectionRange(area.value.length, area.value.length)
  }, [id, initial, hasLines])
  return id
}

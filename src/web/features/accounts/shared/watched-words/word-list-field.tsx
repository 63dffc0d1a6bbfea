import type { ReactNode, RefCallback } from 'react'
import { useTranslations } from 'use-intl/react'
import { MAX_WATCHED_WORD, type WordListError, wordsOfList } from '#shared/text/word-list.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { Textarea } from '#web/ui/forms/input.tsx'

type WordListFieldProps = {
  label: ReactNode
  name: string
  /** The words, one on each line. */
  value: string
  max: number
  error: string | undefined
  onChange: (value: string) => void
  customRef?: RefCallback<HTMLTextAreaElement>
}

/** Edits a list of watched words, and says how many they are. */
export function WordListField({ label, name, value, max, error, onChange, customRef }: WordListFieldProps) {
  const t = useTranslations('wordList')
  const { length: count } = wordsOfList(value)
  return (
    <Field label={label} hint={t('hint', { count, max })} error={error}>
      <Textarea
        ref={customRef}
        rows={8}
        autoCapitalize="none"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        name={name}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </Field>
  )
}

/** Returns a function that says what is wrong with a list of at most `max` words. */
export function useWordListErrorText(): (error: WordListError, max: number) => string {
  const t = useTranslations('wordList')
  return (error, max) => {
    switch (error.problem) {
      case 'tooMany':
        return t('tooMany', { count: error.count, max })
      case 'tooLong':
        return t('tooLong', { line: error.line, max: MAX_WATCHED_WORD })
      case 'character':
        return t('invalidCharacter', { line: error.line })
      default:
        return error satisfies never
    }
  }
}

/** Selects the line of an error in the text area, and focuses it. */
export function showWordListError(area: HTMLTextAreaElement, error: WordListError): void {
  if (error.problem !== 'tooMany') {
    const end = area.value.indexOf('\n', error.offset)
    area.setSelectionRange(error.offset, end === -1 ? area.value.length : end)
  }
  area.focus()
}

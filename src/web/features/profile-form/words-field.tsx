import { type KeyboardEvent, type Ref, useLayoutEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { codePoints } from '#shared/fields.ts'
import { limit } from '#shared/settings/limits.ts'
import { Button } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Input, Select } from '#web/ui/forms/input.tsx'
import { cleanOwnWord, type PendingWords } from './profile-values.ts'

type WordsFieldProps = {
  words: string[]
  onChange: (words: string[]) => void
  /** What is chosen or typed and not added yet; the form adds it when it is saved. */
  pending: PendingWords
  onPending: (pending: PendingWords) => void
  /** Takes the focus when one's own word cannot be saved. */
  ownRef: Ref<HTMLInputElement>
  /** What can be chosen from a list; what is chosen already is not offered. */
  options: readonly string[]
  max: number
  /** Stands before each word, and is not part of it. */
  sign?: '#'
  error?: string | undefined
  labels: { list: string; choose: string; chooseOne: string; own?: string }
}

/** A list of words as chips: added from a list, with `own` also as one's own word on Enter; each once. */
export function WordsField({
  words,
  onChange,
  pending,
  onPending,
  ownRef,
  options,
  max,
  sign,
  error,
  labels,
}: WordsFieldProps) {
  const t = useTranslations('profileForm')
  const [said, setSaid] = useState('')
  const { field, focusAfter } = useFocusAfterRemoval(words)
  const isFull = words.length >= max
  const add = (word: string) => {
    const isThere = words.some((each) => each.toLowerCase() === word.toLowerCase())
    setSaid(isThere ? t('isThere', { word }) : t('added', { word }))
    if (!isThere) onChange([...words, word])
  }
  const remove = (place: number, word: string) => {
    focusAfter(place)
    setSaid(t('removed', { word }))
    onChange(words.filter((_, other) => other !== place))
  }
  const left = options.filter((option) => !words.some((word) => word.toLowerCase() === option.toLowerCase()))
  return (
    <div ref={field} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {words.length > 0 && (
        <ul aria-label={labels.list} className="flex flex-wrap gap-x-2 gap-y-3">
          {words.map((word, place) => (
            <li key={word} className="min-w-0">
              <Chip remove={{ label: t('remove', { word }), onRemove: () => remove(place, word) }}>
                <bdi>
                  {sign}
                  {word}
                </bdi>
              </Chip>
            </li>
          ))}
        </ul>
      )}
      <AddFromList
        labels={labels}
        options={left}
        isFull={isFull}
        chosen={pending.chosen}
        onChoose={(chosen) => onPending({ ...pending, chosen })}
        onAdd={add}
        error={error}
      />
      {labels.own && (
        <AddOwn
          ref={ownRef}
          label={labels.own}
          isFull={isFull}
          written={pending.own}
          onWrite={(own) => onPending({ ...pending, own })}
          onAdd={add}
        />
      )}
      {isFull && <p className="text-meta text-ink-3">{t('full', { max })}</p>}
      <output className="sr-only">{said}</output>
    </div>
  )
}

type AddFromListProps = Pick<WordsFieldProps, 'labels' | 'options' | 'error'> & {
  isFull: boolean
  chosen: string
  onChoose: (word: string) => void
  onAdd: (word: string) => void
}

/** A choice and a button, as the keyboard walks through a native list by choosing. */
function AddFromList({ labels, options, isFull, chosen, onChoose, onAdd, error }: AddFromListProps) {
  const t = useTranslations('profileForm')
  const add = () => {
    if (chosen !== '') onAdd(chosen)
    onChoose('')
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2.5">
      <Field label={labels.choose} error={error}>
        <Select
          value={chosen}
          disabled={isFull && chosen === ''}
          onChange={(event) => onChoose(event.target.value)}
        >
          <option value="">{labels.chooseOne}</option>
          {options.map((option) => (
            // Without the sign: typing finds an option by its beginning.
            <option key={option}>{option}</option>
          ))}
        </Select>
      </Field>
      <Button aria-label={labels.choose} disabled={isFull} onClick={add} className="min-h-12">
        {t('add')}
      </Button>
    </div>
  )
}

type AddOwnProps = {
  ref: Ref<HTMLInputElement>
  label: string
  isFull: boolean
  written: string
  onWrite: (written: string) => void
  onAdd: (word: string) => void
}

/** A word of one's own, on Enter. */
function AddOwn({ ref, label, isFull, written, onWrite, onAdd }: AddOwnProps) {
  const t = useTranslations('profileForm')
  const max = limit('tagLength')
  const word = cleanOwnWord(written)
  const isTooLong = codePoints(word) > max
  const add = () => {
    if (isTooLong || isFull) return
    if (word !== '') onAdd(word)
    onWrite('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    // The form is not sent; and an Enter that ends a composition is part of the word.
    event.preventDefault()
    if (!event.nativeEvent.isComposing) add()
  }
  return (
    <Field label={label} hint={t('ownHint')} error={isTooLong ? t('tooLong', { max }) : undefined}>
      <Input
        ref={ref}
        value={written}
        // What is typed already can still be taken out.
        disabled={isFull && written === ''}
        autoComplete="off"
        enterKeyHint="done"
        onChange={(event) => onWrite(event.target.value)}
        onKeyDown={onKeyDown}
      />
    </Field>
  )
}

/** The button that was pressed is gone with its chip: the next one takes the focus, or the field to add. */
function useFocusAfterRemoval(words: readonly string[]) {
  const field = useRef<HTMLDivElement>(null)
  const place = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (place.current === null) return
    const buttons = field.current?.querySelectorAll<HTMLElement>('li button') ?? []
    const next = buttons[Math.min(place.current, buttons.length - 1)]
    ;(next ?? field.current?.querySelector<HTMLElement>('select'))?.focus()
    place.current = null
  }, [words])
  return {
    field,
    focusAfter(removed: number) {
      place.current = removed
    },
  }
}

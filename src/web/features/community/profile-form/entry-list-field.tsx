import { type KeyboardEvent, type Ref, useLayoutEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { lineLength } from '#shared/fields.ts'
import { limit } from '#shared/settings/limits.ts'
import { Button } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Input, Select } from '#web/ui/forms/input.tsx'
import { normalizeEntry, type PendingEntries } from './profile-values.ts'

type EntryListFieldProps = {
  entries: string[]
  onChange: (entries: string[]) => void
  /** The selected option and the typed entry; the form adds them when it is saved. */
  pending: PendingEntries
  onPendingChange: (pending: PendingEntries) => void
  /** Ref of the custom entry's input, focused when it is invalid. */
  customRef: Ref<HTMLInputElement>
  /** The options of the select; added ones are left out. */
  options: readonly string[]
  max: number
  /** Shown before each entry; not part of it. */
  prefix?: '#'
  error?: string | undefined
  labels: { list: string; choose: string; chooseOne: string; custom?: string }
}

/** A list of unique entries as chips: added from a select and, with the label `custom`, from a text input. */
export function EntryListField({
  entries,
  onChange,
  pending,
  onPendingChange,
  customRef,
  options,
  max,
  prefix,
  error,
  labels,
}: EntryListFieldProps) {
  const t = useTranslations('profileForm')
  const [announcement, setAnnouncement] = useState('')
  const { container, focusAfter } = useFocusAfterRemoval(entries)
  const isFull = entries.length >= max
  const add = (entry: string) => {
    const isDuplicate = entries.some((existing) => existing.toLowerCase() === entry.toLowerCase())
    setAnnouncement(isDuplicate ? t('alreadyListed', { word: entry }) : t('added', { word: entry }))
    if (!isDuplicate) onChange([...entries, entry])
  }
  const remove = (index: number, entry: string) => {
    focusAfter(index)
    setAnnouncement(t('removed', { word: entry }))
    onChange(entries.filter((_, other) => other !== index))
  }
  const available = options.filter(
    (option) => !entries.some((entry) => entry.toLowerCase() === option.toLowerCase()),
  )
  return (
    <div ref={container} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {entries.length > 0 && (
        <ul aria-label={labels.list} className="flex flex-wrap gap-x-2 gap-y-3">
          {entries.map((entry, index) => (
            <li key={entry} className="min-w-0">
              <Chip remove={{ label: t('remove', { word: entry }), onRemove: () => remove(index, entry) }}>
                <bdi>
                  {prefix}
                  {entry}
                </bdi>
              </Chip>
            </li>
          ))}
        </ul>
      )}
      <AddFromList
        labels={labels}
        options={available}
        isFull={isFull}
        chosen={pending.chosen}
        onChoose={(chosen) => onPendingChange({ ...pending, chosen })}
        onAdd={add}
        error={error}
      />
      {labels.custom && (
        <AddCustom
          ref={customRef}
          label={labels.custom}
          isFull={isFull}
          text={pending.custom}
          onTextChange={(custom) => onPendingChange({ ...pending, custom })}
          onAdd={add}
        />
      )}
      {isFull && <p className="text-meta text-ink-3">{t('limitReached', { max })}</p>}
      <output className="sr-only">{announcement}</output>
    </div>
  )
}

type AddFromListProps = Pick<EntryListFieldProps, 'labels' | 'options' | 'error'> & {
  isFull: boolean
  chosen: string
  onChoose: (entry: string) => void
  onAdd: (entry: string) => void
}

/** A select with a button: the change event cannot add the entry, as each arrow key changes a native select. */
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
            // Without the prefix, so that type-ahead finds the option.
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

type AddCustomProps = {
  ref: Ref<HTMLInputElement>
  label: string
  isFull: boolean
  text: string
  onTextChange: (text: string) => void
  onAdd: (entry: string) => void
}

/** An input that adds a custom entry on Enter. */
function AddCustom({ ref, label, isFull, text, onTextChange, onAdd }: AddCustomProps) {
  const t = useTranslations('profileForm')
  const max = limit('tagLength')
  const entry = normalizeEntry(text)
  const isTooLong = lineLength(entry) > max
  const add = () => {
    if (isTooLong || isFull) return
    if (entry !== '') onAdd(entry)
    onTextChange('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    // Enter does not submit the form; during composition it belongs to the input method.
    event.preventDefault()
    if (!event.nativeEvent.isComposing) add()
  }
  return (
    <Field label={label} hint={t('customHint')} error={isTooLong ? t('tooLong', { max }) : undefined}>
      <Input
        ref={ref}
        value={text}
        // Text that is already typed can still be deleted.
        disabled={isFull && text === ''}
        autoComplete="off"
        enterKeyHint="done"
        onChange={(event) => onTextChange(event.target.value)}
        onKeyDown={onKeyDown}
      />
    </Field>
  )
}

/** Removing a chip removes the focused button: focuses the next chip's button, or else the select. */
function useFocusAfterRemoval(entries: readonly string[]) {
  const container = useRef<HTMLDivElement>(null)
  const removedIndex = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (removedIndex.current === null) return
    const buttons = container.current?.querySelectorAll<HTMLElement>('li button') ?? []
    const next = buttons[Math.min(removedIndex.current, buttons.length - 1)]
    ;(next ?? container.current?.querySelector<HTMLElement>('select'))?.focus()
    removedIndex.current = null
  }, [entries])
  return {
    container,
    focusAfter(index: number) {
      removedIndex.current = index
    },
  }
}

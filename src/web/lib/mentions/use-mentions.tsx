import { type ComponentType, useId, useState } from 'react'
import type { KeyboardEvent, ReactNode, RefObject, SyntheticEvent } from 'react'
import type { Person } from '#shared/follows.ts'
import type { MentionListProps } from './mention-list.tsx'
import { replacedEnd, type TypedMention, typedMention } from './mention-text.ts'

type TextField = HTMLInputElement | HTMLTextAreaElement

type MentionsOf<Field extends TextField> = {
  field: RefObject<Field | null>
  text: string
  onWrite: (text: string) => void
  /** Keys that the list has no use for. */
  onKeyDown?: (event: KeyboardEvent<Field>) => void
  placement: MentionListProps['placement']
}

/**
 * Suggests members while an `@` is typed into a field: arrows choose, Enter and Tab insert `@handle `, Escape closes the
 * list. Spread `fieldProps` on the field and render `list` after it; the list's code comes with the first `@`.
 *
 * The field stays a plain text box for assistive technology, as ARIA allows no combobox of several lines: the list is
 * tied to it by `aria-controls` and `aria-activedescendant`, and how many fit is announced.
 */
export function useMentions<Field extends TextField>({
  field,
  text,
  onWrite,
  onKeyDown,
  placement,
}: MentionsOf<Field>) {
  const id = useId()
  const { List, loadList } = useMentionList()
  const [mention, setMention] = useState<TypedMention | null>(null)
  /** Where the `@` stands whose list was closed. */
  const [closedAt, setClosedAt] = useState<number | null>(null)
  const [options, setOptions] = useState<readonly Person[]>([])
  const [chosen, setChosen] = useState<number | null>(null)

  const isOpen =
    mention !== null &&
    mention.start !== closedAt &&
    // A text that was sent or cleared has none.
    text.startsWith(`@${mention.query}`, mention.start)
  const activeIndex = isOpen ? (chosen ?? firstChoice(options, mention.query)) : -1
  const active = options[activeIndex]
  const isListed = isOpen && List !== null && options.length > 0

  const follow = ({ value, selectionStart, selectionEnd }: TextField) => {
    const next = selectionStart === selectionEnd ? typedMention(value, selectionStart ?? 0) : null
    if (next?.start === mention?.start && next?.query === mention?.query && next?.rest === mention?.rest)
      return
    setMention(next)
    setChosen(null)
    if (next === null) {
      setClosedAt(null)
      setOptions([])
    } else loadList()
  }
  const close = () => setClosedAt(mention?.start ?? null)
  const pick = ({ handle }: Person) => {
    const input = field.current
    if (!input || !mention) return
    input.focus()
    input.setRangeText(`@${handle} `, mention.start, replacedEnd(mention, handle), 'end')
    onWrite(input.value)
    follow(input)
  }
  const step = (by: 1 | -1) =>
    setChosen(
      activeIndex === -1 && by === -1
        ? options.length - 1
        : (activeIndex + by + options.length) % options.length,
    )

  /** Whether the list took the key. */
  const takesKey = (event: KeyboardEvent): boolean => {
    if (!isListed || event.nativeEvent.isComposing || hasModifier(event)) return false
    if (event.key === 'ArrowDown') step(1)
    else if (event.key === 'ArrowUp') step(-1)
    else if ((event.key === 'Enter' || event.key === 'Tab') && active) pick(active)
    else return false
    event.preventDefault()
    return true
  }

  const list: ReactNode = List && isOpen && (
    <List
      id={id}
      query={mention.query}
      activeIndex={activeIndex}
      placement={placement}
      onOptions={setOptions}
      onPick={pick}
      onClose={close}
    />
  )
  return {
    list,
    fieldProps: {
      'aria-autocomplete': 'list',
      'aria-controls': isListed ? id : undefined,
      'aria-activedescendant': isListed && active ? `${id}-${activeIndex}` : undefined,
      onChange: ({ currentTarget }: SyntheticEvent<Field>) => {
        onWrite(currentTarget.value)
        follow(currentTarget)
      },
      onSelect: ({ currentTarget }: SyntheticEvent<Field>) => follow(currentTarget),
      onBlur: close,
      onKeyDown: (event: KeyboardEvent<Field>) => {
        if (!takesKey(event)) onKeyDown?.(event)
      },
    } as const,
  }
}

/** The first, unless a whole handle stands there already: Enter then does what it does without a list. */
function firstChoice(options: readonly Person[], query: string): number {
  return options.some(({ handle }) => handle === query.toLowerCase()) ? -1 : 0
}

const hasModifier = (event: KeyboardEvent) => event.ctrlKey || event.metaKey || event.altKey || event.shiftKey

/** The list's code; where it cannot be fetched one writes without suggestions. */
function useMentionList() {
  const [loaded, setLoaded] = useState<{ List: ComponentType<MentionListProps> } | null>(null)
  const loadList = () => {
    if (loaded) return
    import('./mention-list.tsx').then(
      ({ MentionList }) => setLoaded({ List: MentionList }),
      () => {},
    )
  }
  return { List: loaded?.List ?? null, loadList }
}

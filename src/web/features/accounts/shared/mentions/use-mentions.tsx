import { useId, useState } from 'react'
import type { KeyboardEvent, RefObject, SyntheticEvent } from 'react'
import type { UserSummary } from '#shared/accounts/follows.ts'
import { useLazyComponent } from '#web/ui/overlays/use-lazy-component.ts'
import type { MentionListProps } from './mention-list.tsx'
import { replacementEnd } from './mention-text.ts'
import { type TextField, useTypedMention } from './use-typed-mention.ts'

type MentionsProps<Field extends TextField> = {
  field: RefObject<Field | null>
  text: string
  onWrite: (text: string) => void
  /** Called for keys that the list does not handle. */
  onKeyDown?: (event: KeyboardEvent<Field>) => void
  placement: MentionListProps['placement']
}

/**
 * Suggests users while an `@` is typed into a field: arrow keys select, Enter and Tab insert `@handle `, Escape closes
 * the list. Spread `fieldProps` on the field and render `list` after it; the list's code is loaded with the first `@`.
 *
 * The field stays a plain textbox for assistive technology, as ARIA allows no multiline combobox: the list is linked to
 * it by `aria-controls` and `aria-activedescendant`, and the number of options is announced.
 */
export function useMentions<Field extends TextField>(props: MentionsProps<Field>) {
  const { field, text, onWrite, placement } = props
  const id = useId()
  const { Component: List, load } = useLazyComponent(loadMentionList)
  const { mention, close, read } = useTypedMention(text)
  const { activeIndex, active, hasOptions, setOptions, reset, step } = useActiveOption(mention?.query ?? '')
  const isListed = mention !== null && List !== null && hasOptions

  const update = (input: TextField) => {
    const change = read(input)
    if (change === 'none') return
    reset()
    // Only once per mention: a failure is not reported again with every letter of it.
    if (!List && change === 'started') void load()
  }
  const pick = ({ handle }: UserSummary) => {
    const input = field.current
    if (!input || !mention) return
    input.focus()
    input.setRangeText(`@${handle} `, mention.start, replacementEnd(mention, handle), 'end')
    onWrite(input.value)
    update(input)
  }
  const onKeyDown = (event: KeyboardEvent<Field>) => {
    const action = isListed ? actionOf(event, { step, pick: active && (() => pick(active)) }) : undefined
    if (!action) return props.onKeyDown?.(event)
    event.preventDefault()
    action()
  }
  return {
    list: List && mention && (
      <List
        id={id}
        query={mention.query}
        activeIndex={activeIndex}
        placement={placement}
        onOptions={setOptions}
        onPick={pick}
        onClose={close}
      />
    ),
    fieldProps: {
      'aria-autocomplete': 'list',
      'aria-controls': isListed ? id : undefined,
      'aria-activedescendant': isListed && active ? `${id}-${activeIndex}` : undefined,
      onChange: ({ currentTarget }: SyntheticEvent<Field>) => {
        onWrite(currentTarget.value)
        update(currentTarget)
      },
      onSelect: ({ currentTarget }: SyntheticEvent<Field>) => update(currentTarget),
      onBlur: close,
      onKeyDown,
    } as const,
  }
}

type Actions = { step: (by: 1 | -1) => void; pick: (() => void) | undefined }

/** Returns the list action of a key; undefined during IME composition and for keys with a modifier. */
function actionOf(event: KeyboardEvent, { step, pick }: Actions): (() => void) | undefined {
  const { key, ctrlKey, metaKey, altKey, shiftKey, nativeEvent } = event
  if (nativeEvent.isComposing || ctrlKey || metaKey || altKey || shiftKey) return undefined
  return { ArrowDown: () => step(1), ArrowUp: () => step(-1), Enter: pick, Tab: pick }[key]
}

/**
 * The active option: the first one until an arrow key is pressed. None while the text is a complete handle: Enter then
 * has its usual effect in the field.
 */
function useActiveOption(query: string) {
  const [options, setOptions] = useState<readonly UserSummary[]>([])
  const [selectedIndex, setSelectedIndex] = useState<number | null>(null)
  const isCompleteHandle = options.some(({ handle }) => handle === query.toLowerCase())
  const activeIndex = selectedIndex ?? (isCompleteHandle ? -1 : 0)
  return {
    activeIndex,
    active: options[activeIndex],
    hasOptions: options.length > 0,
    setOptions,
    reset: () => setSelectedIndex(null),
    step(by: 1 | -1) {
      const from = activeIndex === -1 && by === -1 ? 0 : activeIndex
      setSelectedIndex((from + by + options.length) % options.length)
    },
  }
}

const loadMentionList = async () => (await import('./mention-list.tsx')).MentionList

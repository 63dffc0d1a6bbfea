import { type ComponentType, useId, useState } from 'react'
import type { KeyboardEvent, RefObject, SyntheticEvent } from 'react'
import type { UserSummary } from '#shared/follows.ts'
import type { MentionListProps } from './mention-list.tsx'
import { replacedEnd } from './mention-text.ts'
import { type TextField, useTypedMention } from './use-typed-mention.ts'

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
export function useMentions<Field extends TextField>(props: MentionsOf<Field>) {
  const { field, text, onWrite, placement } = props
  const id = useId()
  const { List, loadList } = useMentionList()
  const { mention, close, read } = useTypedMention(text)
  const { activeIndex, active, hasOptions, setOptions, restart, step } = useChoice(mention?.query ?? '')
  const isListed = mention !== null && List !== null && hasOptions

  const follow = (input: TextField) => {
    if (!read(input)) return
    restart()
    loadList()
  }
  const pick = ({ handle }: UserSummary) => {
    const input = field.current
    if (!input || !mention) return
    input.focus()
    input.setRangeText(`@${handle} `, mention.start, replacedEnd(mention, handle), 'end')
    onWrite(input.value)
    follow(input)
  }
  const onKeyDown = (event: KeyboardEvent<Field>) => {
    const act = isListed ? actionOf(event, { step, pick: active && (() => pick(active)) }) : undefined
    if (!act) return props.onKeyDown?.(event)
    event.preventDefault()
    act()
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
        follow(currentTarget)
      },
      onSelect: ({ currentTarget }: SyntheticEvent<Field>) => follow(currentTarget),
      onBlur: close,
      onKeyDown,
    } as const,
  }
}

type Actions = { step: (by: 1 | -1) => void; pick: (() => void) | undefined }

/** What a key does with the list; nothing for keys of an input method and keys with a modifier. */
function actionOf(event: KeyboardEvent, { step, pick }: Actions): (() => void) | undefined {
  const { key, ctrlKey, metaKey, altKey, shiftKey, nativeEvent } = event
  if (nativeEvent.isComposing || ctrlKey || metaKey || altKey || shiftKey) return undefined
  return { ArrowDown: () => step(1), ArrowUp: () => step(-1), Enter: pick, Tab: pick }[key]
}

/**
 * Which option is active: the first, until the arrows move. None while a whole handle stands in the text: Enter then does
 * what it does without a list.
 */
function useChoice(query: string) {
  const [options, setOptions] = useState<readonly UserSummary[]>([])
  const [chosen, setChosen] = useState<number | null>(null)
  const isWhole = options.some(({ handle }) => handle === query.toLowerCase())
  const activeIndex = chosen ?? (isWhole ? -1 : 0)
  return {
    activeIndex,
    active: options[activeIndex],
    hasOptions: options.length > 0,
    setOptions,
    restart: () => setChosen(null),
    step(by: 1 | -1) {
      const from = activeIndex === -1 && by === -1 ? 0 : activeIndex
      setChosen((from + by + options.length) % options.length)
    },
  }
}

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

import { type FocusEvent, type KeyboardEvent, type SyntheticEvent, useState } from 'react'
import { navigation } from '#web/lib/navigation/navigation.ts'
import { useCurrentLocation } from '#web/lib/navigation/use-location.ts'
import { searchUrl } from '#web/features/videos/shared/text/search-url.ts'
import { searchTextOf } from './search-text.ts'

/** A row of the list: its element id and its URL. */
export type Option = { id: string; href: string }

type Callbacks = { onLeave: (() => void) | undefined; onDone: (() => void) | undefined }

/**
 * State of an ARIA combobox: arrow keys cycle through field and rows, Enter opens the active row or searches for the
 * text, Escape closes the list, then clears the field, then calls `onLeave`.
 */
export function useCombobox({ onLeave, onDone }: Callbacks) {
  const [text, setText] = useSearchText()
  const [isOpen, setIsOpen] = useState(false)
  const [options, setOptions] = useState<readonly Option[]>([])
  const [activeIndex, setActiveIndex] = useState(-1)
  const active = isOpen ? options[activeIndex] : undefined

  const close = () => {
    setIsOpen(false)
    setActiveIndex(-1)
  }
  const open = (href: string) => {
    close()
    navigation.navigate(href)
    onDone?.()
  }
  const step = (by: 1 | -1) => {
    setIsOpen(true)
    // The field itself is one position (-1), before the first row and after the last.
    const positions = options.length + 1
    if (isOpen) setActiveIndex((index) => ((index + 1 + by + positions) % positions) - 1)
  }
  const escape = () => {
    if (isOpen && text.trim()) close()
    else if (text) setText('')
    else onLeave?.()
  }

  return {
    text,
    /** The list is open and the text is not empty. */
    shouldShowList: isOpen && text.trim() !== '',
    active,
    setOptions,
    onPick: open,
    onType(value: string) {
      setText(value)
      setIsOpen(true)
      setActiveIndex(-1)
    },
    onKeyDown(event: KeyboardEvent) {
      const action = { ArrowDown: () => step(1), ArrowUp: () => step(-1), Escape: escape }[event.key]
      // During composition these keys belong to the input method.
      if (!action || event.nativeEvent.isComposing) return
      event.preventDefault()
      action()
    },
    onSubmit(event: SyntheticEvent) {
      event.preventDefault()
      const searchText = text.trim()
      if (active) open(active.href)
      else if (searchText) open(searchUrl(searchText))
    },
    onBlur({ currentTarget, relatedTarget }: FocusEvent) {
      if (!currentTarget.contains(relatedTarget)) close()
    },
  }
}

/** The field's text: the query in the page's URL until the user types; reset on navigation. */
function useSearchText() {
  const location = useCurrentLocation()
  const searched = searchTextOf(location)
  const [typed, setTyped] = useState({ locationKey: location.key, text: searched })
  if (typed.locationKey !== location.key) setTyped({ locationKey: location.key, text: searched })
  return [typed.text, (text: string) => setTyped({ locationKey: location.key, text })] as const
}

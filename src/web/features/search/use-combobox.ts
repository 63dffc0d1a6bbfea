import { type FocusEvent, type KeyboardEvent, type SyntheticEvent, useState } from 'react'
import { navigation } from '#web/lib/navigation/navigation.ts'
import { useCurrentLocation } from '#web/lib/navigation/use-location.ts'
import { searchedText, searchAddress } from '#web/lib/navigation/search-address.ts'

/** A row of the list: its element, and where it leads. */
export type Option = { id: string; href: string }

type Ways = { onLeave: (() => void) | undefined; onDone: (() => void) | undefined }

/**
 * A field with a list under it (ARIA's combobox): arrows walk through field and rows, Enter goes where the row leads or
 * searches for the text, Escape closes the list, then empties the field, then leaves.
 */
export function useCombobox({ onLeave, onDone }: Ways) {
  const [text, setText] = useAskedText()
  const [isOpen, setIsOpen] = useState(false)
  const [options, setOptions] = useState<readonly Option[]>([])
  const [place, setPlace] = useState(-1)
  const active = isOpen ? options[place] : undefined

  const close = () => {
    setIsOpen(false)
    setPlace(-1)
  }
  const go = (href: string) => {
    close()
    navigation.navigate(href)
    onDone?.()
  }
  const step = (by: 1 | -1) => {
    setIsOpen(true)
    // The field is a stop of its own, before the first row and after the last.
    const stops = options.length + 1
    if (isOpen) setPlace((now) => ((now + 1 + by + stops) % stops) - 1)
  }
  const escape = () => {
    if (isOpen && text.trim()) close()
    else if (text) setText('')
    else onLeave?.()
  }

  return {
    text,
    /** The list has something to say. */
    isWanted: isOpen && text.trim() !== '',
    active,
    setOptions,
    onPick: go,
    onType(value: string) {
      setText(value)
      setIsOpen(true)
      setPlace(-1)
    },
    onKeyDown(event: KeyboardEvent) {
      const act = { ArrowDown: () => step(1), ArrowUp: () => step(-1), Escape: escape }[event.key]
      // Whoever writes with an input method uses these keys for that.
      if (!act || event.nativeEvent.isComposing) return
      event.preventDefault()
      act()
    },
    onSubmit(event: SyntheticEvent) {
      event.preventDefault()
      const asked = text.trim()
      if (active) go(active.href)
      else if (asked) go(searchAddress(asked))
    },
    onBlur({ currentTarget, relatedTarget }: FocusEvent) {
      if (!currentTarget.contains(relatedTarget)) close()
    },
  }
}

/** The field's text: what the page's address asks for, until somebody types. */
function useAskedText() {
  const place = useCurrentLocation()
  const asked = searchedText(place)
  const [typed, setTyped] = useState({ at: place.key, text: asked })
  if (typed.at !== place.key) setTyped({ at: place.key, text: asked })
  return [typed.text, (text: string) => setTyped({ at: place.key, text })] as const
}

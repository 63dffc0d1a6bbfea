import { Search } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { useTranslations } from 'use-intl/react'
import { useCombobox } from './use-combobox.ts'
import { useSuggestionList } from './use-suggestion-list.ts'

/** More than that no search takes. */
const MAX_LENGTH = 200

type SearchFieldProps = {
  /** Takes the focus when it appears. */
  isFocused?: boolean
  /** Escape was pressed with nothing left to close. */
  onLeave?: () => void
  /** The visitor has gone where it wanted. */
  onDone?: () => void
  className?: string
}

/** A field to search from anywhere, with suggestions under it; their code comes when the field has the focus. */
export function SearchField({ isFocused = false, onLeave, onDone, className }: SearchFieldProps) {
  const t = useTranslations('searchBox')
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const { List, fetchList } = useSuggestionList()
  const box = useCombobox({ onLeave, onDone })
  useEffect(() => {
    if (isFocused) input.current?.focus()
  }, [isFocused])

  const isListed = List !== null && box.isWanted
  return (
    <search className={`relative block min-w-0 ${className ?? ''}`} onBlur={box.onBlur}>
      <form onSubmit={box.onSubmit}>
        <Search
          aria-hidden
          className="pointer-events-none absolute start-3.5 top-3 size-5 stroke-[1.9] text-ink-3"
        />
        <input
          ref={input}
          role="combobox"
          aria-label={t('label')}
          aria-autocomplete="list"
          aria-expanded={isListed}
          aria-controls={isListed ? listId : undefined}
          aria-activedescendant={isListed ? box.active?.id : undefined}
          placeholder={t('label')}
          name="q"
          dir="auto"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={MAX_LENGTH}
          value={box.text}
          onChange={(event) => box.onType(event.target.value)}
          onFocus={fetchList}
          onKeyDown={box.onKeyDown}
          // 16 px on phones, or iOS zooms in.
          className="block min-h-(--tap) w-full rounded-control border-[1.5px] border-line-strong bg-surface py-2 ps-11 pe-3 text-body text-ellipsis text-ink md:text-ui"
        />
      </form>
      {isListed && (
        <List
          id={listId}
          text={box.text}
          active={box.active?.id}
          onOptions={box.setOptions}
          onPick={box.onPick}
        />
      )}
    </search>
  )
}

import { Search } from '#web/ui/icons/search.tsx'
import { useEffect, useId, useRef } from 'react'
import { useTranslations } from 'use-intl/react'
import { useLazyComponent } from '#web/ui/overlays/use-lazy-component.ts'
import { useCombobox } from './use-combobox.ts'

type SearchFieldProps = {
  /** Focuses the field on mount. */
  hasInitialFocus?: boolean
  /** Called on Escape with the list closed and the field empty. */
  onLeave?: () => void
  /** Called after navigation to a suggestion or to the results. */
  onDone?: () => void
  className?: string
}

/** The search field with suggestions; their code is loaded on focus. */
export function SearchField({ hasInitialFocus = false, onLeave, onDone, className }: SearchFieldProps) {
  const t = useTranslations('searchBox')
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const { Component: List, load } = useLazyComponent(loadSuggestionList)
  const combobox = useCombobox({ onLeave, onDone })
  useEffect(() => {
    if (hasInitialFocus) input.current?.focus()
  }, [hasInitialFocus])

  const isListShown = List !== null && combobox.shouldShowList
  return (
    <search className={`relative block min-w-0 ${className ?? ''}`} onBlur={combobox.onBlur}>
      <form onSubmit={combobox.onSubmit}>
        <Search
          aria-hidden
          className="pointer-events-none absolute start-3.5 top-3 size-5 stroke-[1.9] text-ink-3"
        />
        <input
          ref={input}
          role="combobox"
          aria-label={t('label')}
          aria-autocomplete="list"
          aria-expanded={isListShown}
          aria-controls={isListShown ? listId : undefined}
          aria-activedescendant={isListShown ? combobox.active?.id : undefined}
          placeholder={t('label')}
          name="q"
          dir="auto"
          autoComplete="off"
          enterKeyHint="search"
          value={combobox.text}
          onChange={(event) => combobox.onType(event.target.value)}
          onFocus={() => {
            if (!List) void load()
          }}
          onKeyDown={combobox.onKeyDown}
          // 16 px on phones, or iOS zooms in.
          className="block min-h-(--tap) w-full rounded-control border-[1.5px] border-line-strong bg-surface py-2 ps-11 pe-3 text-body text-ellipsis text-ink md:text-ui"
        />
      </form>
      {isListShown && (
        <List
          id={listId}
          text={combobox.text}
          activeId={combobox.active?.id}
          onOptions={combobox.setOptions}
          onPick={combobox.onPick}
        />
      )}
    </search>
  )
}

const loadSuggestionList = async () => (await import('./suggestion-list.tsx')).SuggestionList

import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import type { CurrentUser } from '#shared/accounts/users.ts'
import { useLazyComponent } from '#web/ui/overlays/use-lazy-component.ts'
import { AccountButton } from './account-button.tsx'

type Press = 'pointer' | 'keyboard'

/**
 * The account menu. Its code, as large as several pages, is loaded on hover, focus or press; a press during loading
 * opens the menu afterwards.
 */
export function AccountMenu({ user }: { user: CurrentUser }) {
  const pendingPress = useRef<Press | null>(null)
  const { Component: List, isLoading, load } = useLazyComponent(loadList)
  const [press, setPress] = useState<Press | null>(null)

  const open = async (by: Press) => {
    pendingPress.current = by
    if (await load()) setPress(pendingPress.current)
  }

  if (List && press) return <List user={user} press={press} />
  return (
    <AccountButton
      user={user}
      aria-haspopup="menu"
      aria-expanded={false}
      aria-busy={isLoading}
      onPointerEnter={preload}
      onFocus={preload}
      // Cancels a pending press.
      onBlur={() => (pendingPress.current = null)}
      onPointerDown={(event) => isPrimaryPress(event) && void open('pointer')}
      onKeyDown={(event) => isOpeningKey(event) && void open('keyboard')}
      // Assistive technology dispatches a click without pointer or key events.
      onClick={(event) => event.detail === 0 && void open('keyboard')}
    />
  )
}

const loadList = async () => (await import('./account-menu-list.tsx')).AccountMenuList

/** Preloads the menu. A failure is ignored here: the press reports it. */
function preload() {
  loadList().catch(() => {})
}

function isPrimaryPress({ button, ctrlKey }: PointerEvent): boolean {
  return button === 0 && !ctrlKey
}

function isOpeningKey(event: KeyboardEvent): boolean {
  const opens = ['Enter', ' ', 'ArrowDown'].includes(event.key)
  // Suppresses the key's click and scrolling.
  if (opens) event.preventDefault()
  return opens
}

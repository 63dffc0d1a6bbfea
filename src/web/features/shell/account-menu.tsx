import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import type { OwnUser } from '#shared/users.ts'
import { useLazyComponent } from '#web/lib/hooks/use-lazy-component.ts'
import { AccountButton } from './account-button.tsx'

type Press = 'pointer' | 'keyboard'

/**
 * A member's own menu behind their face. Its code comes when somebody reaches for it: no page needs it to be read,
 * and it weighs as much as several of them. The press that came before it opens it.
 */
export function AccountMenu({ user }: { user: OwnUser }) {
  const wanted = useRef<Press | null>(null)
  const { Part: List, isLoading, ask } = useLazyComponent(loadList)
  const [press, setPress] = useState<Press | null>(null)

  const open = async (by: Press) => {
    wanted.current = by
    if (await ask()) setPress(wanted.current)
  }

  if (List && press) return <List user={user} press={press} />
  return (
    <AccountButton
      user={user}
      aria-haspopup="menu"
      aria-expanded={false}
      aria-busy={isLoading}
      onPointerEnter={fetchAhead}
      onFocus={fetchAhead}
      // Whoever has gone on does not want it any more.
      onBlur={() => (wanted.current = null)}
      onPointerDown={(event) => isMainPress(event) && void open('pointer')}
      onKeyDown={(event) => isOpeningKey(event) && void open('keyboard')}
      // Assistive technology clicks without pressing anything.
      onClick={(event) => event.detail === 0 && void open('keyboard')}
    />
  )
}

const loadList = async () => (await import('./account-menu-list.tsx')).AccountMenuList

/** Before it is pressed. When it does not come, the press says so. */
function fetchAhead() {
  loadList().catch(() => {})
}

function isMainPress({ button, ctrlKey }: PointerEvent): boolean {
  return button === 0 && !ctrlKey
}

function isOpeningKey(event: KeyboardEvent): boolean {
  const isOne = ['Enter', ' ', 'ArrowDown'].includes(event.key)
  // No click and no scrolling on top of it.
  if (isOne) event.preventDefault()
  return isOne
}

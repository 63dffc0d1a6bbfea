import { useRef, useState, type ComponentType, type KeyboardEvent, type PointerEvent } from 'react'
import type { OwnUser } from '#shared/users.ts'
import { useErrorText } from '#web/lib/api-text.ts'
import { toast } from '#web/ui/toast.ts'
import { AccountButton } from './account-button.tsx'

type Press = 'pointer' | 'keyboard'
type List = ComponentType<{ user: OwnUser; press: Press }>

/**
 * A member's own menu behind their face. Its code comes when somebody reaches for it: no page needs it to be read,
 * and it weighs as much as several of them. The press that came before it opens it.
 */
export function AccountMenu({ user }: { user: OwnUser }) {
  const errorText = useErrorText()
  const wanted = useRef<Press | null>(null)
  const [isLoading, setIsLoading] = useState(false)
  const [opened, setOpened] = useState<{ List: List; press: Press } | null>(null)

  const open = async (press: Press) => {
    wanted.current = press
    setIsLoading(true)
    try {
      const List = await loadList()
      if (wanted.current) setOpened({ List, press: wanted.current })
    } catch (error) {
      toast({ variant: 'destructive', title: errorText(error) })
    }
    setIsLoading(false)
  }

  if (opened) return <opened.List user={user} press={opened.press} />
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

async function loadList(): Promise<List> {
  return (await import('./account-menu-list.tsx')).AccountMenuList
}

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

import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { useTranslations } from 'use-intl/react'
import type { UserSummary } from '#shared/accounts/follows.ts'
import { displayName, secondaryHandle } from '#shared/accounts/users.ts'
import { UserAvatar } from '#web/features/accounts/shared/user-avatar/user-avatar.tsx'
import { useMentionOptions } from './use-mention-options.ts'

export type MentionListProps = {
  id: string
  /** The text after the `@`. */
  query: string
  activeIndex: number
  /** `above` overlays the page above the field; `inline` follows the field in the layout. */
  placement: 'above' | 'inline'
  onOptions: (options: readonly UserSummary[]) => void
  onPick: (user: UserSummary) => void
  onClose: () => void
}

/** Suggestions for an `@`: a listbox below or above a field that keeps the focus. */
export function MentionList(props: MentionListProps) {
  const { id, query, activeIndex, placement, onOptions, onPick, onClose } = props
  const t = useTranslations('mentions')
  const options = useMentionOptions(query)
  const report = useEffectEvent(onOptions)
  // Before paint, so that a key pressed on the visible list acts on the same options.
  useLayoutEffect(() => report(options ?? []), [options])
  useEscape(options !== undefined && options.length > 0, onClose)
  return (
    <>
      <output className="sr-only">{options && t('count', { count: options.length })}</output>
      {options && options.length > 0 && (
        <div
          id={id}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select cannot contain images
          role="listbox"
          aria-label={t('list')}
          // The field keeps the focus.
          onPointerDown={(event) => event.preventDefault()}
          className={`max-h-[40dvh] animate-appear overflow-y-auto rounded-card border border-line bg-surface py-1.5 ${
            placement === 'above' ? 'absolute inset-x-0 bottom-full z-20 mb-1.5 shadow-float' : 'mt-1.5'
          }`}
        >
          {options.map((user, index) => (
            <Option
              key={user.id}
              id={`${id}-${index}`}
              user={user}
              isActive={index === activeIndex}
              onPick={onPick}
            />
          ))}
        </div>
      )}
    </>
  )
}

type OptionProps = {
  id: string
  user: UserSummary
  isActive: boolean
  onPick: (user: UserSummary) => void
}

function Option({ id, user, isActive, onPick }: OptionProps) {
  const row = useRef<HTMLDivElement>(null)
  const name = displayName(user)
  const handle = secondaryHandle(user)
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field handles the keys
    <div
      ref={row}
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- not inside a select
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onClick={() => onPick(user)}
      className={`relative grid min-h-12 cursor-pointer grid-cols-[32px_minmax(0,1fr)] items-center gap-3 px-4 py-1.5 leading-[1.3] hover:bg-raised ${isActive ? 'bg-raised forced-colors:outline-2 forced-colors:-outline-offset-2' : ''}`}
    >
      {isActive && <span aria-hidden className="marker-332-down absolute inset-y-[7px] start-0" />}
      <UserAvatar user={user} size={32} decorative />
      <span className="min-w-0">
        <bdi className="block truncate font-semibold">{name}</bdi>
        {handle && (
          <bdi dir="ltr" className="block truncate text-meta text-ink-2 rtl:text-end">
            {handle}
          </bdi>
        )}
      </span>
    </div>
  )
}

/** Escape closes only the list: the capturing listener runs before that of a surrounding dialog on the document. */
function useEscape(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!isOpen) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing) return
      event.preventDefault()
      event.stopPropagation()
      close()
    }
    addEventListener('keydown', onKeyDown, { capture: true })
    return () => removeEventListener('keydown', onKeyDown, { capture: true })
  }, [isOpen])
}

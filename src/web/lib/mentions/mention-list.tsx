import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { useTranslations } from 'use-intl/react'
import type { UserSummary } from '#shared/follows.ts'
import { displayName } from '#shared/users.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { useMentionOptions } from './use-mention-options.ts'

export type MentionListProps = {
  id: string
  /** What is typed after the `@`. */
  query: string
  activeIndex: number
  /** Above the field, over the page; or below it, where it takes its own room. */
  placement: 'above' | 'inline'
  onOptions: (options: readonly UserSummary[]) => void
  onPick: (person: UserSummary) => void
  onClose: () => void
}

/** The members that an `@` may mean: a listbox under or over a field that keeps the focus. */
export function MentionList(props: MentionListProps) {
  const { id, query, activeIndex, placement, onOptions, onPick, onClose } = props
  const t = useTranslations('mentions')
  const options = useMentionOptions(query)
  const report = useEffectEvent(onOptions)
  // Before the options are painted: a key that is pressed on what is seen must find them.
  useLayoutEffect(() => report(options ?? []), [options])
  useEscape(options !== undefined && options.length > 0, onClose)
  return (
    <>
      <output className="sr-only">{options && t('count', { count: options.length })}</output>
      {options && options.length > 0 && (
        <div
          id={id}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select holds no pictures
          role="listbox"
          aria-label={t('list')}
          // The field keeps the focus.
          onPointerDown={(event) => event.preventDefault()}
          className={`max-h-[40dvh] animate-appear overflow-y-auto rounded-card border border-line bg-surface py-1.5 ${
            placement === 'above' ? 'absolute inset-x-0 bottom-full z-20 mb-1.5 shadow-float' : 'mt-1.5'
          }`}
        >
          {options.map((person, index) => (
            <Option
              key={person.id}
              id={`${id}-${index}`}
              person={person}
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
  person: UserSummary
  isActive: boolean
  onPick: (person: UserSummary) => void
}

function Option({ id, person, isActive, onPick }: OptionProps) {
  const row = useRef<HTMLDivElement>(null)
  const name = displayName(person)
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are the field's
    <div
      ref={row}
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it stands in no select
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onClick={() => onPick(person)}
      className={`relative grid min-h-12 cursor-pointer grid-cols-[32px_minmax(0,1fr)] items-center gap-3 px-4 py-1.5 leading-[1.3] hover:bg-raised ${isActive ? 'bg-raised forced-colors:outline-2 forced-colors:-outline-offset-2' : ''}`}
    >
      {isActive && <span aria-hidden className="marker-332-down absolute inset-y-[7px] start-0" />}
      <Avatar seed={person.id} name={name} src={person.profileImageUrl} size={32} decorative />
      <span className="min-w-0">
        <bdi className="block truncate font-semibold">{name}</bdi>
        <bdi dir="ltr" className="block truncate text-meta text-ink-2 rtl:text-end">
          @{person.handle}
        </bdi>
      </span>
    </div>
  )
}

/** Escape closes the list alone: a dialog around it listens on the document, so this comes before. */
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

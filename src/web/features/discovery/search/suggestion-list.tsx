import { Film } from '#web/ui/icons/film.tsx'
import { Hash } from '#web/ui/icons/hash.tsx'
import { Radio } from '#web/ui/icons/radio.tsx'
import { Search } from '#web/ui/icons/search.tsx'
import { useEffect, useEffectEvent, useMemo } from 'react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { Suggestion } from '#shared/discovery/search.ts'
import { displayName, secondaryHandle } from '#shared/accounts/users.ts'
import { searchUrl } from '#web/features/videos/shared/text/search-url.ts'
import { UserAvatar } from '#web/features/accounts/shared/user-avatar/user-avatar.tsx'
import type { Option } from './use-combobox.ts'
import { useSuggestions } from './use-suggestions.ts'

export type SuggestionListProps = {
  id: string
  text: string
  /** Id of the active row. */
  activeId: string | undefined
  onOptions: (options: readonly Option[]) => void
  onPick: (href: string) => void
}

/** Suggestions for the text of the field; the last row searches for the text itself. */
export function SuggestionList({ id, text, activeId, onOptions, onPick }: SuggestionListProps) {
  const t = useTranslations('suggestions')
  const { data: suggestions } = useSuggestions(text.trim())
  const rows = useMemo(() => {
    const suggestionRows = (suggestions ?? []).map((suggestion) => ({
      href: hrefOf(suggestion),
      content: <SuggestionContent {...suggestion} />,
    }))
    const searchRow = { href: searchUrl(text.trim()), content: <SearchForText text={text.trim()} /> }
    return [...suggestionRows, searchRow].map((row, index) => ({ ...row, id: `${id}-${index}` }))
  }, [suggestions, text, id])

  const notifyOptions = useEffectEvent(onOptions)
  useEffect(() => notifyOptions(rows), [rows])

  return (
    <>
      <output className="sr-only">{suggestions && t('count', { count: suggestions.length })}</output>
      <div
        id={id}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select cannot contain images and links
        role="listbox"
        aria-label={t('list')}
        // Keeps the focus in the field.
        onPointerDown={(event) => event.preventDefault()}
        className="absolute inset-x-0 top-full z-20 mt-1.5 max-h-[70dvh] animate-appear overflow-y-auto rounded-card border border-line bg-surface py-1.5 shadow-float"
      >
        {rows.map(({ content, ...option }) => (
          <Row key={option.href} {...option} isActive={option.id === activeId} onPick={onPick}>
            {content}
          </Row>
        ))}
      </div>
    </>
  )
}

type RowProps = Option & { isActive: boolean; onPick: (href: string) => void; children: ReactNode }

/** A link, so that it can be opened in a new tab. */
function Row({ id, href, isActive, onPick, children }: RowProps) {
  return (
    <a
      id={id}
      href={href}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option cannot be a link
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
        event.preventDefault()
        onPick(href)
      }}
      className={`relative grid min-h-12 grid-cols-[32px_minmax(0,1fr)] items-center gap-3 px-4 py-1.5 hover:bg-raised ${isActive ? 'bg-raised' : ''}`}
    >
      {isActive && <span aria-hidden className="marker-332-down absolute inset-y-[7px] start-0" />}
      {children}
    </a>
  )
}

function SuggestionContent(suggestion: Suggestion) {
  const t = useTranslations('suggestions')
  switch (suggestion.type) {
    case 'person': {
      const { user } = suggestion
      return (
        <>
          <UserAvatar user={user} size={32} decorative />
          <TwoLines first={displayName(user)} second={secondaryHandle(user)} />
        </>
      )
    }
    case 'hashtag':
      return (
        <>
          <IconBox icon={<Hash aria-hidden />} />
          <TwoLines first={`#${suggestion.label}`} second={t('posts', { count: suggestion.postsCount })} />
        </>
      )
    case 'stream':
      return (
        <>
          <IconBox icon={<Radio aria-hidden />} />
          <TwoLines
            first={suggestion.stream.title}
            second={suggestion.stream.isLive ? t('live') : t('stream')}
          />
        </>
      )
    case 'video':
      return (
        <>
          <IconBox icon={<Film aria-hidden />} />
          <TwoLines first={suggestion.video.title} second={t('video')} />
        </>
      )
    default:
      return suggestion satisfies never
  }
}

function SearchForText({ text }: { text: string }) {
  const t = useTranslations('suggestions')
  return (
    <>
      <IconBox icon={<Search aria-hidden />} />
      <span className="truncate text-ink-2">
        {t.rich('searchFor', { text, q: (chunks) => <bdi className="font-semibold text-ink">{chunks}</bdi> })}
      </span>
    </>
  )
}

function TwoLines({ first, second }: { first: string; second: string | null }) {
  return (
    <span className="min-w-0 leading-[1.3]">
      <bdi className="block truncate font-semibold">{first}</bdi>
      {second !== null && <bdi className="block truncate text-meta text-ink-2">{second}</bdi>}
    </span>
  )
}

function IconBox({ icon }: { icon: ReactNode }) {
  return (
    <span className="grid size-8 place-items-center rounded-full bg-raised text-ink-2 [&_svg]:size-4 [&_svg]:stroke-[1.9]">
      {icon}
    </span>
  )
}

function hrefOf(suggestion: Suggestion): string {
  switch (suggestion.type) {
    case 'person':
      return `/profile/${suggestion.user.id}`
    case 'hashtag':
      return searchUrl(`#${suggestion.label}`)
    case 'stream':
      return `/stream/${suggestion.stream.id}`
    case 'video':
      return `/video/${suggestion.video.id}`
    default:
      return suggestion satisfies never
  }
}

import { Search } from '#web/ui/icons/search.tsx'
import { X } from '#web/ui/icons/x.tsx'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { useMediaQuery } from '#web/lib/hooks/use-media-query.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { SearchField } from './search-field.tsx'

/** The header's search: a field, or on phones a button that opens the field over the header. */
export function SearchBox({ className }: { className?: string }) {
  const isWide = useMediaQuery('(min-width: 768px)')
  return isWide ? <SearchField className={`flex-[0_1_440px] ${className ?? ''}`} /> : <PhoneSearch />
}

function PhoneSearch() {
  const t = useTranslations('searchBox')
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setIsOpen(false)
    button.current?.focus()
  }
  return (
    <>
      <IconButton ref={button} label={t('open')} aria-expanded={isOpen} onClick={() => setIsOpen(true)}>
        <Search aria-hidden />
      </IconButton>
      {isOpen && (
        <div
          className="fixed inset-x-0 top-0 z-20 flex items-start gap-1 border-b border-line bg-bg px-(--gutter) pt-2 pb-1.5"
          onBlur={({ currentTarget, relatedTarget }) => {
            if (!currentTarget.contains(relatedTarget)) setIsOpen(false)
          }}
        >
          <SearchField hasInitialFocus onLeave={close} onDone={() => setIsOpen(false)} className="flex-1" />
          <IconButton label={t('close')} onClick={close}>
            <X aria-hidden />
          </IconButton>
        </div>
      )}
    </>
  )
}

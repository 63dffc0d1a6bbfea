import { Check } from '#web/ui/icons/check.tsx'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import { STREAM_CATEGORIES } from '#shared/constants.ts'
import { MOVEMENTS, type MovementOrCategory } from '#shared/live/movements.ts'
import { scrollRowTo } from '#web/lib/scroll-row.ts'
import { Select } from '#web/ui/forms/input.tsx'

type CategoryFilterProps = {
  category: MovementOrCategory | undefined
  hrefOf: (category: MovementOrCategory | undefined) => string
  onChoose: (category: MovementOrCategory | undefined) => void
}

/** Filters by everything, a movement, or one category; the choices are links, so that each has a URL. */
export function CategoryFilter({ category, hrefOf, onChoose }: CategoryFilterProps) {
  const t = useTranslations('discover')
  const choices = useRef<HTMLUListElement>(null)
  useEffect(() => {
    scrollRowTo(choices.current, '[aria-current]')
  }, [category])
  const singleCategory = STREAM_CATEGORIES.find((name) => name === category)
  return (
    <nav aria-label={t('filter')} className="grid gap-x-2 gap-y-3 md:flex md:flex-wrap md:items-center">
      <ul
        ref={choices}
        className="flex min-w-0 gap-2 max-md:-mx-(--gutter) max-md:overflow-x-auto max-md:px-(--gutter) max-md:py-1 max-md:[scrollbar-width:none] md:flex-wrap"
      >
        <Choice href={hrefOf(undefined)} isChosen={category === undefined}>
          {t('everything')}
        </Choice>
        {MOVEMENTS.map(({ name }) => (
          <Choice key={name} href={hrefOf(name)} isChosen={category === name}>
            {name}
          </Choice>
        ))}
      </ul>
      <Select
        aria-label={t('category')}
        value={singleCategory ?? ''}
        onChange={({ target }) => onChoose(STREAM_CATEGORIES.find((name) => name === target.value))}
        className="w-full sm:w-64"
      >
        <option value="">{t('anyCategory')}</option>
        {STREAM_CATEGORIES.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </Select>
    </nav>
  )
}

type ChoiceProps = { href: string; isChosen: boolean; children: ReactNode }

function Choice({ href, isChosen, children }: ChoiceProps) {
  return (
    <li>
      <Link
        href={href}
        aria-current={isChosen ? 'true' : undefined}
        className={`inline-flex min-h-(--tap) items-center gap-1.5 rounded-full px-4 text-small whitespace-nowrap font-[550] [&_svg]:size-4 [&_svg]:stroke-[1.9] ${isChosen ? 'bg-link-soft text-link' : 'bg-raised hover:bg-line'}`}
      >
        {isChosen && <Check aria-hidden />}
        {children}
      </Link>
    </li>
  )
}

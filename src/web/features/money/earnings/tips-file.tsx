import { Download } from '#web/ui/icons/download.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { exportTips } from '#shared/money/tips.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/forms/input.tsx'

/** Downloads the tips of a year as CSV. `years` are those with tips, the newest first. */
export function TipsFile({ years }: { years: readonly number[] }) {
  const t = useTranslations('earnings')
  const [chosen, setChosen] = useState(years[0])
  const year = chosen !== undefined && years.includes(chosen) ? chosen : years[0]
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Select
        aria-label={t('year')}
        value={year}
        onChange={({ target }) => setChosen(Number(target.value))}
        className="num w-28"
      >
        {years.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </Select>
      <Button asChild>
        <a href={`${exportTips.path}?year=${year}`} download>
          <Download aria-hidden /> {t('csv')}
        </a>
      </Button>
    </div>
  )
}

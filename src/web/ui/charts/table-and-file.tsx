import { Download } from '#web/ui/icons/download.tsx'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Button } from '#web/ui/button.tsx'

type TableAndFileProps = {
  /** URL of the same figures as a CSV file. */
  csvUrl: string
  /** The table, rendered when it is shown. */
  children: ReactNode
}

/** The figures of charts as a table, for people who cannot see them, and as a file. */
export function TableAndFile({ csvUrl, children }: TableAndFileProps) {
  const t = useTranslations('charts')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap gap-2.5">
        <Button
          aria-expanded={isOpen}
          className="max-w-full whitespace-normal!"
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? t('hideTable') : t('showTable')}
        </Button>
        <Button asChild className="max-w-full whitespace-normal!">
          <a href={csvUrl} download>
            <Download aria-hidden /> {t('csv')}
          </a>
        </Button>
      </div>
      {isOpen && children}
    </div>
  )
}

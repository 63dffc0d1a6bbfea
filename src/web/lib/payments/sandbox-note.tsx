import { FlaskConical } from 'lucide-react'
import { useTranslations } from 'use-intl/react'
import { Badge } from '#web/ui/badge.tsx'

/** 'Sandbox: no money moves', which stands beside every amount of the sandbox. */
export function SandboxNote() {
  const t = useTranslations('payments')
  return (
    <Badge variant="warn" className="h-auto! min-h-6 max-w-full whitespace-normal!">
      <FlaskConical aria-hidden className="flex-none" /> {t('sandbox')}
    </Badge>
  )
}

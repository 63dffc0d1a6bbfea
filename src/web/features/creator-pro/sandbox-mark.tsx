import { FlaskConical } from 'lucide-react'
import { useTranslations } from 'use-intl/react'
import { Badge } from '#web/ui/badge.tsx'

/** Beside an amount of the sandbox. */
export function SandboxMark() {
  const t = useTranslations('creatorPro')
  return (
    <Badge variant="warn">
      <FlaskConical aria-hidden />
      {t('sandbox')}
    </Badge>
  )
}

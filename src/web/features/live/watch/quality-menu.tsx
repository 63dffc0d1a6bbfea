import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { Quality } from '#shared/live.ts'
import type { Store } from '#web/lib/store.ts'
import { DropdownMenu, DropdownMenuRadio, DropdownMenuSeparator } from '#web/ui/overlays/dropdown-menu.tsx'
import { DataRate } from '#web/features/live/connection/data-usage-text.tsx'
import type { DataUsageState } from '#web/features/live/connection/data-usage.ts'

type QualityMenuProps = {
  trigger: ReactNode
  quality: Quality
  hasLow: boolean
  traffic: Store<DataUsageState>
  onQuality: (quality: Quality) => void
}

/** How much of the stream is wanted, and what that costs. */
export function QualityMenu({ trigger, quality, hasLow, traffic, onQuality }: QualityMenuProps) {
  const t = useTranslations('player')
  const options = [
    { value: 'auto', label: t('auto') },
    // Whoever had chosen it keeps the choice where there is none: it is the only picture then.
    ...(hasLow || quality === 'low'
      ? [{ value: 'low', label: <Choice name={t('lower')} hint={t('lowerHint')} /> } as const]
      : []),
    { value: 'audio', label: <Choice name={t('audioOnly')} hint={t('audioOnlyHint')} /> },
  ] as const
  return (
    <DropdownMenu trigger={trigger} defaultOpen>
      <DropdownMenuRadio label={t('quality')} value={quality} onValueChange={onQuality} options={options} />
      <DropdownMenuSeparator />
      <DataRate traffic={traffic} />
    </DropdownMenu>
  )
}

function Choice({ name, hint }: { name: string; hint: string }) {
  return (
    <span className="py-1.5">
      <span className="block">{name}</span>
      <span className="block text-meta text-ink-3">{hint}</span>
    </span>
  )
}

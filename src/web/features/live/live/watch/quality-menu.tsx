import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { Quality } from '#shared/live/live.ts'
import type { Store } from '#web/lib/store.ts'
import { DropdownMenu, DropdownMenuRadio, DropdownMenuSeparator } from '#web/ui/overlays/dropdown-menu.tsx'
import { DataRate, DataUsageText } from '#web/features/live/live/connection/data-usage-text.tsx'
import type { DataUsageState } from '#web/features/live/live/connection/data-usage.ts'

type QualityMenuProps = {
  trigger: ReactNode
  quality: Quality
  hasLow: boolean
  dataUsage: Store<DataUsageState>
  onQuality: (quality: Quality) => void
}

/** The choice of quality, the data used so far, and what the current quality uses per hour. */
export function QualityMenu({ trigger, quality, hasLow, dataUsage, onQuality }: QualityMenuProps) {
  const t = useTranslations('player')
  const options = [
    { value: 'auto', label: t('auto') },
    // A chosen low quality stays selectable without a low layer: the viewer then receives the high layer.
    ...(hasLow || quality === 'low'
      ? [{ value: 'low', label: <QualityLabel name={t('lower')} hint={t('lowerHint')} /> } as const]
      : []),
    { value: 'audio', label: <QualityLabel name={t('audioOnly')} hint={t('audioOnlyHint')} /> },
  ] as const
  return (
    <DropdownMenu trigger={trigger} defaultOpen>
      <DropdownMenuRadio label={t('quality')} value={quality} onValueChange={onQuality} options={options} />
      <DropdownMenuSeparator />
      <div className="grid gap-0.5 px-3 py-2 text-small text-ink-2">
        <DataUsageText dataUsage={dataUsage} />
        <DataRate dataUsage={dataUsage} />
      </div>
    </DropdownMenu>
  )
}

function QualityLabel({ name, hint }: { name: string; hint: string }) {
  return (
    <span className="py-1.5">
      <span className="block">{name}</span>
      <span className="block text-meta text-ink-3">{hint}</span>
    </span>
  )
}

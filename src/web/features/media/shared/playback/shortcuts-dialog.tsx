import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { hasPageKeys, setPageKeys } from '#web/features/media/shared/playback/page-keys.ts'
import { SwitchRow } from '#web/ui/forms/switch-row.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

/** What keys do, and the keys. */
export type ShortcutRows = readonly (readonly [name: string, keys: readonly string[]])[]

type ShortcutsDialogProps = { rows: ShortcutRows; open: boolean; onOpenChange: (isOpen: boolean) => void }

/** Lists the keyboard shortcuts, and has the switch for those outside of the player. */
export function ShortcutsDialog({ rows, open, onOpenChange }: ShortcutsDialogProps) {
  const t = useTranslations('playback')
  const [isOnPage, setIsOnPage] = useState(hasPageKeys)
  const changePageKeys = (isOn: boolean) => {
    setPageKeys(isOn)
    setIsOnPage(isOn)
  }
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('shortcuts')} size="narrow">
      <SwitchRow
        label={t('pageKeys')}
        hint={t('pageKeysHint')}
        checked={isOnPage}
        onCheckedChange={changePageKeys}
      />
      <dl className="mt-3 divide-y divide-line">
        {rows.map(([name, keys]) => (
          <div key={name} className="flex items-center justify-between gap-4 py-2">
            <dt>{name}</dt>
            <dd className="flex flex-none gap-1.5">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="rounded-tag border border-line-strong bg-sunken px-2 font-text text-small font-semibold"
                >
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

import { Trash2 } from '#web/ui/icons/trash-2.tsx'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { Stream } from '#shared/live/streams.ts'
import { DropdownMenu, DropdownMenuItem } from '#web/ui/overlays/dropdown-menu.tsx'
import { DeleteStream } from './delete-stream.tsx'

type StreamMenuProps = { stream: Stream; trigger: ReactNode; onDeleted: () => void }

/** The owner's menu of a stream. */
export function StreamMenu({ stream, trigger, onDeleted }: StreamMenuProps) {
  const t = useTranslations('streamDelete')
  const [isConfirming, setIsConfirming] = useState(false)
  return (
    <>
      <DropdownMenu trigger={trigger} defaultOpen>
        <DropdownMenuItem danger onSelectAfterClose={() => setIsConfirming(true)}>
          <Trash2 aria-hidden />
          {t('delete')}
        </DropdownMenuItem>
      </DropdownMenu>
      {isConfirming && (
        <DeleteStream stream={stream} onClose={() => setIsConfirming(false)} onDeleted={onDeleted} />
      )}
    </>
  )
}

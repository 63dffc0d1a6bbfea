import { Ban } from '#web/ui/icons/ban.tsx'
import { Volume2 } from '#web/ui/icons/volume-2.tsx'
import { VolumeX } from '#web/ui/icons/volume-x.tsx'
import { useTranslations } from 'use-intl/react'
import { DropdownMenuItem } from '#web/ui/overlays/dropdown-menu.tsx'
import { useHiding } from './use-hiding.ts'
import { useHidingState } from './use-hiding-state.ts'

type HidingItemsProps = {
  user: { id: string; name: string }
  /** Opens the dialog that blocks the user. */
  onBlock: () => void
}

/** Menu items that mute and block a user, or undo that. */
export function HidingItems({ user, onBlock }: HidingItemsProps) {
  const t = useTranslations('hiding')
  const { isBlocked, isMuted } = useHidingState(user.id)
  const { mutate } = useHiding(user)
  return (
    <>
      <DropdownMenuItem onSelect={() => mutate({ kind: 'mute', isOn: !isMuted })}>
        {isMuted ? <Volume2 aria-hidden /> : <VolumeX aria-hidden />}
        {isMuted ? t('unmute') : t('mute')}
      </DropdownMenuItem>
      {isBlocked ? (
        <DropdownMenuItem onSelect={() => mutate({ kind: 'block', isOn: false })}>
          <Ban aria-hidden />
          {t('unblock')}
        </DropdownMenuItem>
      ) : (
        <DropdownMenuItem danger onSelectAfterClose={onBlock}>
          <Ban aria-hidden />
          {t('block')}
        </DropdownMenuItem>
      )}
    </>
  )
}

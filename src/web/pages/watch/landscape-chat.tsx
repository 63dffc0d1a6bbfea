import { MessageCircle } from '#web/ui/icons/message-circle.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { readStorage, writeStorage } from '#web/lib/storage/browser-storage.ts'
import { IconButton } from '#web/ui/icon-button.tsx'

const STORAGE_KEY = 'landscape-chat'

/** Whether the chat covers the end of the video on a phone in landscape, as last chosen on this device. */
export function useLandscapeChat() {
  const [isShown, setIsShown] = useState(() => readStorage(STORAGE_KEY) !== 'hidden')
  const toggle = () => {
    writeStorage(STORAGE_KEY, isShown ? 'hidden' : null)
    setIsShown(!isShown)
  }
  return { isShown, toggle }
}

export function ChatToggle({ isShown, toggle }: ReturnType<typeof useLandscapeChat>) {
  const t = useTranslations('watch')
  return (
    <IconButton variant="video" label={t(isShown ? 'hideChat' : 'showChat')} onClick={toggle}>
      <MessageCircle aria-hidden className={isShown ? 'fill-current' : ''} />
    </IconButton>
  )
}

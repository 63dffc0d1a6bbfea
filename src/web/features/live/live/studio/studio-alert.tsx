import { useTranslations } from 'use-intl/react'
import { Alert } from '#web/ui/alert.tsx'
import type { LiveError } from '#web/features/live/live/connection/live-error.ts'

/** Shows the error of the connection, if there is one. */
export function StudioAlert({ error }: { error: LiveError | null }) {
  const text = useLiveErrorText(error)
  return text ? <Alert>{text}</Alert> : null
}

function useLiveErrorText(error: LiveError | null): string | null {
  const t = useTranslations('liveErrors')
  switch (error) {
    case null:
      return null
    case 'socket':
      return t('socket')
    case 'socketInit':
      return t('socketInit')
    case 'peerInit':
      return t('peerInit')
    case 'offer':
      return t('offer')
    case 'answer':
      return t('answer')
    case 'candidate':
      return t('candidate')
    case 'devices':
      return t('devices')
    case 'takenOver':
      return t('takenOver')
    case 'refused':
      return t('refused')
    default:
      return error satisfies never
  }
}

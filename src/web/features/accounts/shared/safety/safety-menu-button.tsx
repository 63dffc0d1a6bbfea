import { Ellipsis } from '#web/ui/icons/ellipsis.tsx'
import { useTranslations } from 'use-intl/react'
import { useCurrentUser } from '#web/api/current-user.ts'
import { useLazyComponent } from '#web/ui/overlays/use-lazy-component.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import type { Reported } from './report-dialog.tsx'

type SafetyMenuButtonProps = {
  /** The author or owner of the content, who does not get this menu. */
  ownerId: string
  getReported: () => Reported
  variant?: 'ghost' | 'line'
  className?: string
}

/** The menu of another member's content; its code is loaded on the first press. Not for visitors. */
export function SafetyMenuButton({ ownerId, getReported, variant, className }: SafetyMenuButtonProps) {
  const t = useTranslations('report')
  const { Component: SafetyMenu, isLoading, load } = useLazyComponent(loadSafetyMenu)
  const user = useCurrentUser()
  if (!user || user.id === ownerId) return null
  const buttonProps = {
    label: t('more'),
    'aria-haspopup': 'menu',
    children: <Ellipsis aria-hidden />,
    ...(variant && { variant }),
    ...(className !== undefined && { className }),
  } as const
  if (SafetyMenu)
    return (
      <SafetyMenu
        trigger={<IconButton {...buttonProps} />}
        owner={{ id: ownerId, name: getReported().name }}
        getReported={getReported}
      />
    )
  return (
    <IconButton {...buttonProps} aria-expanded={false} aria-busy={isLoading} onClick={() => void load()} />
  )
}

const loadSafetyMenu = async () => (await import('./safety-menu.tsx')).SafetyMenu

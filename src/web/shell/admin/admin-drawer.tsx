import { X } from '#web/ui/icons/x.tsx'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { CurrentUser } from '#shared/accounts/users.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useBackCloses, useReturnFocus } from '#web/ui/overlays/overlay.ts'
import { AdminSidebar } from './admin-sidebar.tsx'

type AdminDrawerProps = {
  user: CurrentUser
  role: ReactNode
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The navigation of the admin pages as a modal drawer, for narrow windows. */
export function AdminDrawer({ user, role, open, onOpenChange }: AdminDrawerProps) {
  const t = useTranslations('adminShell')
  const ui = useTranslations('ui')
  const returnFocus = useReturnFocus(open)
  useBackCloses(open, () => onOpenChange(false))
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-20 animate-appear bg-scrim">
          <Radix.Content
            aria-describedby={undefined}
            onCloseAutoFocus={returnFocus}
            className="h-dvh w-[min(288px,86vw)] animate-appear shadow-float outline-none"
          >
            <Radix.Title className="sr-only">{t('label')}</Radix.Title>
            <AdminSidebar
              user={user}
              role={role}
              onNavigate={() => onOpenChange(false)}
              close={
                <Radix.Close asChild>
                  <IconButton label={ui('close')} className="text-on-night! enabled:hover:bg-on-night/10!">
                    <X aria-hidden />
                  </IconButton>
                </Radix.Close>
              }
            />
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  )
}

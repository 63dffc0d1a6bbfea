import { Menu } from '#web/ui/icons/menu.tsx'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { CurrentUser } from '#shared/accounts/users.ts'
import { Clock } from '#web/ui/clock.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Selvedge } from '#web/ui/pattern/strip-pattern.tsx'
import { SkipLink } from '#web/shell/skip-link.tsx'
import { AdminDrawer } from './admin-drawer.tsx'
import { AdminSidebar } from './admin-sidebar.tsx'

type AdminShellProps = {
  user: CurrentUser
  /** What the user may do here, below the name. */
  role: ReactNode
  children: ReactNode
}

/** The layout of the admin pages: their navigation in a sidebar from 1180 px up, below that in a drawer. */
export function AdminShell({ user, role, children }: AdminShellProps) {
  const t = useTranslations('adminShell')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="min-h-dvh min-[1180px]:grid min-[1180px]:grid-cols-[248px_minmax(0,1fr)]">
      <SkipLink />
      <aside aria-label={t('label')} className="sticky top-0 h-dvh max-[1179px]:hidden">
        <AdminSidebar user={user} role={role} />
      </aside>
      <header className="border-b border-line bg-bg min-[1180px]:hidden">
        <Selvedge />
        <div className="flex min-h-14 items-center justify-between gap-3 px-(--gutter) py-1">
          <IconButton
            label={t('openMenu')}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            className="-ms-2.5 [&_svg]:size-6"
            onClick={() => setIsOpen(true)}
          >
            <Menu aria-hidden />
          </IconButton>
          <Clock className="min-w-0 text-end max-[1179px]:whitespace-normal" />
        </div>
      </header>
      <AdminDrawer user={user} role={role} open={isOpen} onOpenChange={setIsOpen} />
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto w-full max-w-[1320px] min-w-0 px-(--gutter) pt-5 pb-12 [overflow-wrap:break-word] md:pt-7"
      >
        {children}
      </main>
    </div>
  )
}

import { Activity } from '#web/ui/icons/activity.tsx'
import { Banknote } from '#web/ui/icons/banknote.tsx'
import { ChevronRight } from '#web/ui/icons/chevron-right.tsx'
import { Mail } from '#web/ui/icons/mail.tsx'
import { Megaphone } from '#web/ui/icons/megaphone.tsx'
import { Settings } from '#web/ui/icons/settings.tsx'
import { Users } from '#web/ui/icons/users.tsx'
import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import { Card } from '#web/ui/card.tsx'
import { useDashboardStats } from './use-dashboard.ts'

/** Links to what admins do most, and to the pages that have no section of their own. */
export function QuickActions() {
  const t = useTranslations('adminDashboard')
  const actions = useActions()
  return (
    <Card className="overflow-hidden">
      <h2 className="px-4 pt-4 pb-2 font-display text-section font-extrabold">{t('quickActions')}</h2>
      <ul>
        {actions.map(({ href, name, text, icon }) => (
          <li key={href} className="border-t border-line">
            <Link
              href={href}
              className="flex min-h-14 items-center gap-3.5 px-4 py-2.5 hover:bg-bg focus-visible:-outline-offset-3 [&_svg]:size-5 [&_svg]:flex-none [&_svg]:stroke-[1.9]"
            >
              {icon}
              <span className="min-w-0 flex-1">
                <span className="block font-[650]">{name}</span>
                <span className="block text-meta text-ink-3">{text}</span>
              </span>
              <ChevronRight aria-hidden className="text-ink-3 rtl:-scale-x-100" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function useActions() {
  const t = useTranslations('adminDashboard')
  const count = useDashboardStats().data?.openMessages
  return [
    {
      href: '/admin/contact',
      name: t('messages'),
      text: count === undefined ? t('messagesText') : t('openMessages', { count }),
      icon: <Mail aria-hidden />,
    },
    {
      href: '/admin/announcements',
      name: t('announcements'),
      text: t('announcementsText'),
      icon: <Megaphone aria-hidden />,
    },
    {
      href: '/admin/payments',
      name: t('payments'),
      text: t('paymentsText'),
      icon: <Banknote aria-hidden />,
    },
    { href: '/admin/live', name: t('live'), text: t('liveText'), icon: <Activity aria-hidden /> },
    { href: '/admin/users', name: t('users'), text: t('usersText'), icon: <Users aria-hidden /> },
    { href: '/admin/settings', name: t('settings'), text: t('settingsText'), icon: <Settings aria-hidden /> },
  ]
}

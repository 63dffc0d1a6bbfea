import { useTranslations } from 'use-intl/react'
import { CONTACT_STATES } from '#shared/operations/admin-contact.ts'
import { useUrlTab } from '#web/lib/navigation/use-url-tab.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { MessageList } from './message-list.tsx'

/** The messages of the contact form: those that are open, the requester's own of them, those that are closed, or all. */
export function ContactPanel() {
  const t = useTranslations('adminContact')
  const [state, setState] = useUrlTab(CONTACT_STATES)
  const tabs = [
    { value: 'open', label: t('open'), content: <MessageList state="open" /> },
    { value: 'mine', label: t('mine'), content: <MessageList state="mine" /> },
    { value: 'done', label: t('done'), content: <MessageList state="done" /> },
    { value: 'all', label: t('all'), content: <MessageList state="all" /> },
  ]
  return <Tabs label={t('states')} value={state} onValueChange={setState} tabs={tabs} fill />
}

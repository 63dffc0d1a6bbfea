import { useTranslations } from 'use-intl/react'
import { useSite } from '#web/api/site.ts'
import { ListFooter } from '#web/ui/lists/list-footer.tsx'
import { LoadFailed } from '#web/ui/lists/load-failed.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { InvitationForm } from './invitation-form.tsx'
import { InvitationRow } from './invitation-row.tsx'
import { useInvitations } from './use-invitations.ts'

/** Makes invitations, and lists those that were made. */
export function InvitationsPanel() {
  const t = useTranslations('adminInvitations')
  const mode = useSite()['general.signUp']
  const texts = {
    open: t('modeOpen'),
    invitation: t('modeInvitation'),
    approval: t('modeApproval'),
    closed: t('modeClosed'),
  }
  return (
    <div className="grid gap-5">
      <p className="max-w-[60ch] text-small text-ink-2">{texts[mode]}</p>
      <InvitationForm />
      <List />
    </div>
  )
}

function List() {
  const t = useTranslations('adminInvitations')
  const query = useInvitations()
  const { items } = query
  if (!items) return query.error ? <LoadFailed title={t('loadFailed')} query={query} /> : <SkeletonRows />
  if (items.length === 0)
    return (
      <EmptyState level={2} title={t('emptyTitle')} isCard>
        {t('emptyText')}
      </EmptyState>
    )
  return (
    <div>
      <ul className="grid gap-3">
        {items.map((invitation) => (
          <li key={invitation.id} className="min-w-0">
            <InvitationRow invitation={invitation} />
          </li>
        ))}
      </ul>
      <ListFooter query={query} failed={t('loadFailed')} />
    </div>
  )
}

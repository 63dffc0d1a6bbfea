import { useTranslations } from 'use-intl/react'
import { LoadFailed } from '#web/ui/lists/load-failed.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { Section } from './section.tsx'
import { SessionRow } from './session-row.tsx'
import { useSessions } from './use-sessions.ts'

/** The current user's sessions, with a button to end each. */
export function SessionsSection() {
  const t = useTranslations('preferences')
  return (
    <Section title={t('sessions')} text={t('sessionsText')}>
      <SessionList />
    </Section>
  )
}

function SessionList() {
  const t = useTranslations('preferences')
  const query = useSessions()
  if (!query.data)
    return query.error ? <LoadFailed title={t('sessionsFailed')} query={query} /> : <SkeletonRows />
  return (
    <ul aria-label={t('sessions')} className="divide-y divide-line">
      {query.data.map((session) => (
        <SessionRow key={session.id} session={session} />
      ))}
    </ul>
  )
}

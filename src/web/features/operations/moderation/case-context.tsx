import { useId } from 'react'
import { useTranslations } from 'use-intl/react'
import type { CaseDetails } from '#shared/operations/moderation.ts'
import { displayName } from '#shared/accounts/users.ts'
import { RelativeTime } from '#web/lib/format/relative-time.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { HeldBadge } from './held-badge.tsx'

/** The chat or the thread around what was reported. */
export function CaseContext({ details: { context } }: { details: CaseDetails }) {
  const t = useTranslations('moderation')
  const headingId = useId()
  if (context.length === 0) return null
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="mb-3 text-section">
        {t('context')}
      </h2>
      <Card className="p-2 md:p-3">
        <ol className="grid grid-cols-[minmax(0,1fr)]">
          {context.map((item) => (
            <li
              key={item.id}
              className={`grid grid-cols-[32px_minmax(0,1fr)] gap-x-3 rounded-control px-2 py-2 ${item.isReported ? 'bg-raised' : ''} ${item.isRemoved ? 'opacity-80' : ''}`}
            >
              <Avatar
                seed={item.user.id}
                name={displayName(item.user)}
                src={item.user.profileImageUrl}
                size={32}
                decorative
              />
              <div className="min-w-0">
                <p className="flex flex-wrap items-baseline gap-x-2 text-small">
                  <bdi className="font-bold [overflow-wrap:anywhere]">{displayName(item.user)}</bdi>
                  <RelativeTime at={item.createdAt} className="num text-meta text-ink-3" />
                  {item.isReported && !item.isHeld && <Badge variant="bad">{t('reported')}</Badge>}
                  {item.isHeld && <HeldBadge />}
                  {item.isRemoved && <Badge variant="warn">{t('removed')}</Badge>}
                </p>
                <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
                  {item.text}
                </p>
              </div>
            </li>
          ))}
        </ol>
      </Card>
    </section>
  )
}

import { useTranslations } from 'use-intl/react'
import type { ContactState } from '#shared/admin-contact.ts'
import { ListFooter } from '#web/lib/lists/list-footer.tsx'
import { LoadFailed } from '#web/lib/lists/load-failed.tsx'
import { useFocusAfterRemoval } from '#web/lib/lists/use-focus-after-removal.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { MessageCard } from './message-card.tsx'
import { useContactMessages } from './use-contact-messages.ts'

/** The messages of a state, the newest first. */
export function MessageList({ state }: { state: ContactState }) {
  const t = useTranslations('adminContact')
  const query = useContactMessages(state)
  const messages = query.items
  const { region, setChanged } = useFocusAfterRemoval(messages)
  if (!messages) return query.error ? <LoadFailed title={t('loadFailed')} query={query} /> : <SkeletonRows />
  return (
    <div ref={region} tabIndex={-1} className="outline-none">
      {messages.length === 0 ? (
        <NoMessages state={state} />
      ) : (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {messages.map((message) => (
            <li key={message.id} className="min-w-0">
              <MessageCard message={message} onChanged={() => setChanged(message.id)} />
            </li>
          ))}
        </ul>
      )}
      <ListFooter query={query} failed={t('loadFailed')} />
    </div>
  )
}

function NoMessages({ state }: { state: ContactState }) {
  const t = useTranslations('adminContact')
  const texts = {
    open: [t('openEmptyTitle'), t('openEmptyText')],
    done: [t('doneEmptyTitle'), t('doneEmptyText')],
    all: [t('allEmptyTitle'), t('allEmptyText')],
  }
  const [title, text] = texts[state]
  return (
    <EmptyState level={2} title={title} isCard>
      {text}
    </EmptyState>
  )
}

import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { AdminContactMessage, ContactState } from '#shared/operations/admin-contact.ts'
import { ListFooter } from '#web/ui/lists/list-footer.tsx'
import { LoadFailed } from '#web/ui/lists/load-failed.tsx'
import { useFocusAfterRemoval } from '#web/lib/lists/use-focus-after-removal.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { AnswerDialog } from './answer-dialog.tsx'
import { MessageCard } from './message-card.tsx'
import { useContactMessages } from './use-contact-messages.ts'

/** The messages of a state, the newest first. */
export function MessageList({ state }: { state: ContactState }) {
  const t = useTranslations('adminContact')
  const query = useContactMessages(state)
  const messages = query.items
  // Not in the card: when another admin answers, it leaves the list, and what was typed must stay.
  const [answered, setAnswered] = useState<AdminContactMessage | null>(null)
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
              <MessageCard
                message={message}
                onChanged={() => setChanged(message.id)}
                onAnswer={() => setAnswered(message)}
              />
            </li>
          ))}
        </ul>
      )}
      <ListFooter query={query} failed={t('loadFailed')} />
      {answered && (
        <AnswerDialog
          message={answered}
          onDone={() => setChanged(answered.id)}
          onClose={() => {
            setAnswered(null)
            // The card with the button that opened the dialog may have left the list meanwhile.
            setChanged(answered.id)
          }}
        />
      )}
    </div>
  )
}

function NoMessages({ state }: { state: ContactState }) {
  const t = useTranslations('adminContact')
  const texts = {
    open: [t('openEmptyTitle'), t('openEmptyText')],
    mine: [t('mineEmptyTitle'), t('mineEmptyText')],
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

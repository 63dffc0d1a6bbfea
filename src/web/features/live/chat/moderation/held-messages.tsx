import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl/react'
import type { ChatMessage } from '#shared/live/chat.ts'
import { listHeldChat } from '#shared/live/held-chat.ts'
import { displayName } from '#shared/accounts/users.ts'
import { call } from '#web/api/call.ts'
import { queryClient } from '#web/api/query-client.ts'
import { useFocusAfterRemoval } from '#web/lib/lists/use-focus-after-removal.ts'
import { usePendingAction } from '#web/lib/hooks/use-pending-action.ts'
import type { ChatSession } from '#web/features/live/chat/session/chat-session.ts'
import { Button } from '#web/ui/button.tsx'
import { useModeration } from './use-moderation.ts'

type HeldMessagesProps = { session: ChatSession; streamId: string }

/** Few pages show it, those of moderators: they ask, as a frame would reach everyone on the stream. */
const POLL_MS = 5000

const keyOf = (streamId: string) => ['held-chat', streamId]

/** The messages that wait for the review of this moderator; nothing while there are none. */
export function HeldMessages({ session, streamId }: HeldMessagesProps) {
  const t = useTranslations('chat')
  const held = useQuery({
    queryKey: keyOf(streamId),
    queryFn: () => call(listHeldChat, { params: { id: streamId } }),
    refetchInterval: POLL_MS,
    staleTime: 0,
    gcTime: 0,
  })
  const { region, setChanged } = useFocusAfterRemoval(held.data)
  if (!held.data) return null
  return (
    // Also without messages: then it has the focus of the buttons of the last one.
    <div ref={region} tabIndex={-1} className="outline-none">
      {held.data.length > 0 && (
        <section aria-label={t('held')} className="border-b border-line bg-warning-soft px-4 py-3">
          <h3 className="text-small font-bold">{t('heldCount', { count: held.data.length })}</h3>
          <ul className="max-h-44 overflow-y-auto">
            {held.data.map((message) => (
              <HeldRow
                key={message.id}
                message={message}
                session={session}
                streamId={streamId}
                onReview={() => setChanged(message.id)}
              />
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

type HeldRowProps = HeldMessagesProps & {
  message: ChatMessage
  /** Called before the message leaves the list. */
  onReview: () => void
}

function HeldRow({ message, session, streamId, onReview }: HeldRowProps) {
  const t = useTranslations('chat')
  const name = displayName(message.user)
  const { review } = useModeration(session, streamId)
  const decide = async (isApproved: boolean) => {
    onReview()
    if (await review(message, isApproved))
      queryClient.setQueryData<ChatMessage[]>(keyOf(streamId), (list) =>
        list?.filter(({ id }) => id !== message.id),
      )
  }
  const approval = usePendingAction(() => decide(true))
  const removal = usePendingAction(() => decide(false))
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1.5 py-1.5 text-small">
      <p className="min-w-0 flex-[1_1_10rem] [overflow-wrap:anywhere]">
        <bdi className="font-bold">{name}</bdi> <span dir="auto">{message.message}</span>
      </p>
      <span className="flex gap-2">
        <Button
          size="sm"
          aria-label={t('approveNamed', { name, text: message.message })}
          pending={approval.isPending}
          onClick={approval.run}
        >
          {t('approve')}
        </Button>
        <Button
          size="sm"
          variant="line"
          aria-label={t('deleteHeldNamed', { name, text: message.message })}
          pending={removal.isPending}
          onClick={removal.run}
        >
          {t('deleteHeld')}
        </Button>
      </span>
    </li>
  )
}

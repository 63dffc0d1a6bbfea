import { useTranslations } from 'use-intl/react'
import * as calls from '#shared/live/chat.ts'
import type { ChatMessage } from '#shared/live/chat.ts'
import { reviewHeldChat } from '#shared/live/held-chat.ts'
import type { BodyOf } from '#shared/endpoint.ts'
import { displayName, type UserRef } from '#shared/accounts/users.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { useErrorText } from '#web/api/use-error-text.ts'
import { useFailureToast } from '#web/ui/overlays/use-failure-toast.ts'
import { toast } from '#web/ui/overlays/toast.ts'
import type { ChatSession } from '#web/features/live/chat/session/chat-session.ts'

/**
 * The actions of streamer and moderators on a chat. Everyone on the stream gets the result over the socket; this page
 * also applies it at once, since its socket may be disconnected.
 */
export function useModeration(session: ChatSession, streamId: string) {
  const t = useTranslations('chat')
  const attempt = useAttempt()
  const pathOf = (user: UserRef) => ({ params: { id: streamId, userId: user.id } })
  const banUser = async (user: UserRef, seconds?: number) => {
    await call(calls.banFromStream, { ...pathOf(user), body: seconds === undefined ? null : { seconds } })
    session.apply({ type: 'chat_deleted', streamId, data: { userId: user.id } })
  }
  return {
    remove: ({ id }: ChatMessage) =>
      attempt(async () => {
        await call(calls.deleteChatMessage, { params: { id: streamId, messageId: id } }).catch(ignoreNotFound)
        session.apply({ type: 'chat_deleted', streamId, data: { messageIds: [id] } })
      }),
    timeOut: (user: UserRef, seconds: number) =>
      attempt(() => banUser(user, seconds), t('isTimedOut', { name: displayName(user) })),
    ban: (user: UserRef) => attempt(() => banUser(user), t('isBanned', { name: displayName(user) })),
    lift: (user: UserRef) =>
      attempt(
        async () => void (await call(calls.unbanFromStream, pathOf(user))),
        t('unbanned', { name: displayName(user) }),
      ),
    review: ({ id: messageId }: ChatMessage, isApproved: boolean) =>
      attempt(async () => {
        const params = { id: streamId, messageId }
        // Another moderator may have been faster.
        await call(reviewHeldChat, { params, body: { isApproved } }).catch(ignoreNotFound)
      }),
    pin: (messageId: string | null) =>
      attempt(async () => {
        const { pinned } = await call(calls.pinMessage, { params: { id: streamId }, body: { messageId } })
        session.apply({ type: 'chat_pinned', streamId, data: { message: pinned } })
      }),
    updateRules: (rules: BodyOf<typeof calls.updateChatRules>, successText?: string) =>
      attempt(async () => {
        const data = await call(calls.updateChatRules, { params: { id: streamId }, body: rules })
        session.apply({ type: 'chat_rules', streamId, data })
      }, successText),
  }
}

/** Returns a function that runs an action, shows a toast with its outcome, and returns whether it succeeded. */
function useAttempt() {
  const t = useTranslations('chat')
  const errorText = useErrorText()
  const showFailure = useFailureToast()
  return async (action: () => Promise<void>, successText?: string): Promise<boolean> => {
    try {
      await action()
      if (successText !== undefined) toast({ title: successText })
      return true
    } catch (error) {
      showFailure(error, { title: t('actionFailed'), description: errorText(error) })
      return false
    }
  }
}

/** The message was already deleted by somebody else. */
function ignoreNotFound(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 404)) throw error
}

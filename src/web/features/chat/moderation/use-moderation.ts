import { useTranslations } from 'use-intl/react'
import * as calls from '#shared/chat.ts'
import type { ChatMessage, ChatRules } from '#shared/chat.ts'
import { displayName, type UserRef } from '#shared/users.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { useErrorText } from '#web/lib/forms/use-error-text.ts'
import { useUnauthorizedHandler } from '#web/lib/navigation/unauthorized-handler.ts'
import { toast } from '#web/ui/overlays/toast.ts'
import type { ChatSession } from '#web/features/chat/session/chat-session.ts'

/**
 * What the streamer and moderators do to a chat. Everyone on the stream hears of it over the socket; what a call here
 * has come to is taken in at once, as the socket may be away.
 */
export function useModeration(session: ChatSession, streamId: string) {
  const t = useTranslations('chat')
  const attempt = useAttempt()
  const member = (user: UserRef) => ({ params: { id: streamId, userId: user.id } })
  const refuse = async (user: UserRef, seconds?: number) => {
    await call(calls.banMember, { ...member(user), body: seconds === undefined ? null : { seconds } })
    session.apply({ type: 'chat_deleted', streamId, data: { userId: user.id } })
  }
  return {
    remove: ({ id }: ChatMessage) =>
      attempt(async () => {
        await call(calls.deleteChatMessage, { params: { id: streamId, messageId: id } }).catch(unlessGone)
        session.apply({ type: 'chat_deleted', streamId, data: { messageIds: [id] } })
      }),
    timeOut: (user: UserRef, seconds: number) =>
      attempt(() => refuse(user, seconds), t('isTimedOut', { name: displayName(user) })),
    ban: (user: UserRef) => attempt(() => refuse(user), t('isBanned', { name: displayName(user) })),
    lift: (user: UserRef) =>
      attempt(
        async () => void (await call(calls.unbanMember, member(user))),
        t('unbanned', { name: displayName(user) }),
      ),
    pin: (messageId: string | null) =>
      attempt(async () => {
        const { pinned } = await call(calls.pinMessage, { params: { id: streamId }, body: { messageId } })
        session.apply({ type: 'chat_pinned', streamId, data: { message: pinned } })
      }),
    change: (rules: Partial<Omit<ChatRules, 'allowChat'>>) =>
      attempt(async () => {
        const data = await call(calls.updateChatRules, { params: { id: streamId }, body: rules })
        session.apply({ type: 'chat_rules', streamId, data })
      }),
  }
}

/** Gives a function that does something, says what came of it, and answers whether it succeeded. */
function useAttempt() {
  const t = useTranslations('chat')
  const errorText = useErrorText()
  const loggedOut = useUnauthorizedHandler()
  return async (work: () => Promise<void>, done?: string): Promise<boolean> => {
    try {
      await work()
      if (done !== undefined) toast({ title: done })
      return true
    } catch (error) {
      if (!loggedOut(error))
        toast({ variant: 'destructive', title: t('actionFailed'), description: errorText(error) })
      return false
    }
  }
}

/** Another one was faster: it is as it should be. */
function unlessGone(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 404)) throw error
}

import type { Executor } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import { inboxTopic } from '#server/features/accounts/users/topics.ts'
import { toPages } from '#server/realtime/page-message.ts'

/** Publishes a change of a payment or its tip to the pages of its creator and its payer. */
export function publishTipsChanged(
  { publish }: Pick<Context, 'publish'>,
  tx: Executor,
  userIds: readonly (string | null)[],
): void {
  for (const userId of userIds)
    if (userId !== null) publish(tx, toPages(inboxTopic(userId), { type: 'tips_changed' }))
}

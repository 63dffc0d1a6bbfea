import * as z from 'zod/mini'
import { id } from '#shared/fields.ts'
import { serializeBy } from '#server/concurrency/serialize-by.ts'
import { type Context, definePageUpdate } from '#server/feature.ts'
import { presentMessage } from '#server/features/live/chat/present-message.ts'
import { findTipMessage } from '#server/features/live/chat/tip-queries.ts'
import { tipsTotalOf } from '#server/features/live/streams/tips-total.ts'
import { streamTopic } from '#server/features/live/streams/topics.ts'
import { presentUserRef } from '#server/features/accounts/users/present-user.ts'
import { findStreamTotals, findTip } from './queries.ts'

type Dependencies = Pick<Context, 'db' | 'hub' | 'payments'>

/** A tip was recorded on a stream: its chat shows it, and it adds to the goal. */
export const tipRecorded = definePageUpdate({
  name: 'tip.recorded',
  data: z.object({ id, streamId: id }),
  present: (context, { id: tipId, streamId }) =>
    serializeByStream(streamId, () => presentTip(context, tipId, streamId)),
})

/** The total of a stream's tips has changed, for example after a refund. */
export const tipsTotalChanged = definePageUpdate({
  name: 'tips.total_changed',
  data: z.object({ streamId: id }),
  present: ({ db, hub, payments }, { streamId }) =>
    serializeByStream(streamId, async () => {
      if (!hub.hasSubscribers(streamTopic(streamId))) return
      const totals = await findStreamTotals(db, streamId)
      if (totals) publishTotal(hub, streamId, tipsTotalOf(totals, payments))
    }),
})

async function presentTip(
  { db, hub, payments }: Dependencies,
  tipId: string,
  streamId: string,
): Promise<void> {
  const topic = streamTopic(streamId)
  if (!hub.hasSubscribers(topic)) return
  const [found, totals] = [await findTip(db, tipId), await findStreamTotals(db, streamId)]
  if (!found || !totals) return
  const { tip, tipper } = found
  const tipsTotal = tipsTotalOf(totals, payments)
  // Read last, so that a concurrent deletion of the message is published after it.
  const shown = await findTipMessage(db, tipId)
  const chatMessage = shown && presentMessage(shown)
  // A tip that is hidden in chat, for example of a banned user, only adds to the goal.
  if (!chatMessage?.tip || !tipper) return publishTotal(hub, streamId, tipsTotal)
  const { messagesCount, messagesAtStart } = totals
  hub.publish(topic, { type: 'chat_message', streamId, data: chatMessage, messagesCount, messagesAtStart })
  const { amount, currency, isSandbox } = chatMessage.tip
  const content = { amount, currency, message: tip.message, messageId: chatMessage.id, isSandbox, tipsTotal }
  const data = { id: tipId, user: presentUserRef(tipper, null), ...content }
  hub.publish(topic, { type: 'tip_received', streamId, data })
}

/** Serializes the tips of one stream: otherwise an earlier total could be published after a later one. */
const serializeByStream = (streamId: string, publish: () => Promise<void>) =>
  serializeBy(streamId, 'tips', publish)

function publishTotal(hub: Dependencies['hub'], streamId: string, tipsTotal: string): void {
  hub.publish(streamTopic(streamId), { type: 'tips_total_changed', streamId, data: { tipsTotal } })
}

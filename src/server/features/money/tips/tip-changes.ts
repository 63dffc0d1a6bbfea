import { serializeBy } from '#server/concurrency/serialize-by.ts'
import type { Context } from '#server/feature.ts'
import { presentMessage } from '#server/features/live/chat/present-message.ts'
import { findTipMessage } from '#server/features/live/chat/tip-queries.ts'
import { inboxTopic } from '#server/features/notifications/notifications/topics.ts'
import { findOrder } from '#server/features/money/payments/queries.ts'
import { tipsTotalOf } from '#server/features/live/streams/tips-total.ts'
import { streamTopic } from '#server/features/live/streams/topics.ts'
import { presentUserRef } from '#server/features/accounts/users/present-user.ts'
import { findStreamTotals, findTip } from './queries.ts'
import type { TipRow } from './schema.ts'

type Dependencies = Pick<Context, 'db' | 'hub' | 'log' | 'payments' | 'rowChanges'>

/** Publishes recorded tips, and their changes, to the sockets of this node. Returns the function that stops it. */
export function publishTipChanges(dependencies: Dependencies): () => void {
  const { log, rowChanges } = dependencies
  const publishEach = (ids: string, publish: typeof publishTip) => {
    for (const id of ids.split(','))
      publish(dependencies, id).catch((error: unknown) =>
        log.error({ err: error, tip: id }, 'a tip was not published'),
      )
  }
  const stops = [
    rowChanges.on('tips', (ids) => publishEach(ids, publishTip)),
    rowChanges.on('tip_changes', (ids) => publishEach(ids, publishChange)),
    rowChanges.on('order_changes', (ids) => publishEach(ids, publishOrder)),
  ]
  return () => stops.forEach((stop) => stop())
}

async function publishTip({ db, hub, payments }: Dependencies, id: string): Promise<void> {
  const found = await findTip(db, id)
  if (!found) return
  const { tip, tipper } = found
  publishTipsChanged(hub, tip)
  const { streamId } = tip
  if (streamId === null) return
  await serializeByStream(streamId, async () => {
    const totals = await findStreamTotals(db, streamId)
    if (!totals) return
    const tipsTotal = tipsTotalOf(totals, payments)
    // Read last: its deletion is then published after it.
    const shown = await findTipMessage(db, id)
    const chatMessage = shown && presentMessage(shown)
    // A tip that chat does not show, as of a banned user, only adds to the goal.
    if (!chatMessage?.tip || !tipper) return publishTotal(hub, streamId, tipsTotal)
    const topic = streamTopic(streamId)
    hub.publish(topic, {
      type: 'chat_message',
      streamId,
      data: chatMessage,
      messagesCount: totals.messagesCount,
      messagesAtStart: totals.messagesAtStart,
    })
    const { amount, currency, isSandbox } = chatMessage.tip
    const content = {
      amount,
      currency,
      message: tip.message,
      messageId: chatMessage.id,
      isSandbox,
      tipsTotal,
    }
    const data = { id, user: presentUserRef(tipper, null), ...content }
    hub.publish(topic, { type: 'tip_received', streamId, data })
  })
}

async function publishChange({ db, hub, payments }: Dependencies, id: string): Promise<void> {
  const found = await findTip(db, id)
  if (!found) return
  publishTipsChanged(hub, found.tip)
  const { streamId } = found.tip
  if (streamId === null) return
  await serializeByStream(streamId, async () => {
    const totals = await findStreamTotals(db, streamId)
    if (totals) publishTotal(hub, streamId, tipsTotalOf(totals, payments))
  })
}

/** Publishes the tips of one stream one after the other: otherwise an earlier total could be published after a later one. */
const serializeByStream = (streamId: string, publish: () => Promise<void>) =>
  serializeBy(streamId, 'tips', publish)

function publishTotal(hub: Dependencies['hub'], streamId: string, tipsTotal: string): void {
  hub.publish(streamTopic(streamId), { type: 'tips_total_changed', streamId, data: { tipsTotal } })
}

async function publishOrder({ db, hub }: Dependencies, id: string): Promise<void> {
  const order = await findOrder(db, id)
  if (order) publishTipsChanged(hub, { streamerId: order.creatorId, tipperId: order.payerId })
}

type Sides = Pick<TipRow, 'streamerId' | 'tipperId'>

function publishTipsChanged(hub: Dependencies['hub'], { streamerId, tipperId }: Sides): void {
  for (const userId of [streamerId, tipperId])
    if (userId !== null) hub.publish(inboxTopic(userId), { type: 'tips_changed' })
}

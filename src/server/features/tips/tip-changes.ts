import { formatCents } from '#shared/money.ts'
import type { Context } from '#server/feature.ts'
import { presentMessage } from '#server/features/chat/present-message.ts'
import { findTipMessage } from '#server/features/chat/tip-queries.ts'
import { inboxTopic } from '#server/features/notifications/topics.ts'
import { streamTopic } from '#server/features/streams/topics.ts'
import { presentUserRef } from '#server/features/users/present-user.ts'
import { findStreamTotal, findTip } from './queries.ts'
import type { TipRow } from './schema.ts'

type Dependencies = Pick<Context, 'db' | 'hub' | 'log' | 'rowChanges'>

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
  ]
  return () => stops.forEach((stop) => stop())
}

async function publishTip({ db, hub }: Dependencies, id: string): Promise<void> {
  const found = await findTip(db, id)
  if (!found) return
  const { tip, tipper } = found
  tellUsers(hub, tip)
  if (tip.streamId === null) return
  const shown = await findTipMessage(db, id)
  // A tip that chat does not show, as of a banned user, only adds to the goal.
  if (!shown || !tipper) return publishTotal({ db, hub }, tip.streamId)
  const { streamId } = shown
  hub.publish(streamTopic(streamId), { type: 'chat_message', streamId, data: presentMessage(shown) })
  const tipsTotal = formatCents((await findStreamTotal(db, streamId)) ?? 0)
  const { amountCents, currency, message } = tip
  const amount = formatCents(amountCents)
  const data = { id, user: presentUserRef(tipper, null), amount, currency, message, tipsTotal }
  hub.publish(streamTopic(streamId), { type: 'tip_received', streamId, data })
}

async function publishChange({ db, hub }: Dependencies, id: string): Promise<void> {
  const found = await findTip(db, id)
  if (!found) return
  tellUsers(hub, found.tip)
  if (found.tip.streamId !== null) await publishTotal({ db, hub }, found.tip.streamId)
}

async function publishTotal({ db, hub }: Pick<Context, 'db' | 'hub'>, streamId: string): Promise<void> {
  const cents = await findStreamTotal(db, streamId)
  if (cents === undefined) return
  const data = { tipsTotal: formatCents(cents) }
  hub.publish(streamTopic(streamId), { type: 'tips_total_changed', streamId, data })
}

function tellUsers(hub: Dependencies['hub'], { streamerId, tipperId }: TipRow): void {
  for (const userId of [streamerId, tipperId])
    if (userId !== null) hub.publish(inboxTopic(userId), { type: 'tips_changed' })
}

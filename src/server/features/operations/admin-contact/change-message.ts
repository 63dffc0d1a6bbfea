import type { Db, Executor } from '#server/db/executor.ts'
import { notFound } from '#server/http/errors.ts'
import { type MessageRow, findMessage, lockMessage } from './queries.ts'

/** Locks and changes a message. Returns it after the change. Throws if there is no such message. */
export function changeMessage(
  db: Db,
  id: string,
  change: (tx: Executor, row: MessageRow) => Promise<void>,
): Promise<MessageRow> {
  return db.transaction(async (tx) => {
    await lockMessage(tx, id)
    await change(tx, await getMessage(tx, id))
    return getMessage(tx, id)
  })
}

async function getMessage(tx: Executor, id: string): Promise<MessageRow> {
  const row = await findMessage(tx, id)
  if (!row) throw notFound('notFound.message')
  return row
}

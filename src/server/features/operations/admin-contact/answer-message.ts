import { balanceBidi } from '#shared/text/balance-bidi.ts'
import { displayName } from '#shared/accounts/users.ts'
import type { Context } from '#server/feature.ts'
import { recordAudit } from '#server/features/operations/audit/queries.ts'
import { HttpError, conflict } from '#server/http/errors.ts'
import { enqueueMail } from '#server/mail/mail.ts'
import { type MessageRow, updateAnswer, updateDone } from './queries.ts'
import { changeMessage } from './change-message.ts'

type Answer = { text: string; authorId: string; key: string }

/**
 * Stores the answer to a message, mails it to the sender and marks the message as done, in one transaction. The row is
 * locked first, so of two simultaneous answers only one is mailed.
 */
export function answerMessage(
  { config, db, settings }: Pick<Context, 'config' | 'db' | 'settings'>,
  id: string,
  answer: Answer,
): Promise<MessageRow> {
  const { mail } = config
  if (!mail) throw conflict('conflict', 'errors.mailOff')
  return changeMessage(db, id, async (tx, row) => {
    if (row.message.answerKey === answer.key) return
    if (row.message.answeredAt) throw alreadyAnswered(row)
    await updateAnswer(tx, id, answer)
    await updateDone(tx, id, answer.authorId)
    const { email: to, subject, message } = row.message
    const replyTo = settings.get('general.contactEmail') || mail.from.address
    await enqueueMail(
      tx,
      { to, languages: null },
      { template: 'contactAnswer', answer: answer.text, subject, message, replyTo },
    )
    await recordAudit(tx, { action: 'contact.answered', actorId: answer.authorId, subjectId: id })
  })
}

/** Code points of the first answer in the refusal of a second one. */
const EXCERPT_LENGTH = 300

function alreadyAnswered({ message, answeredBy }: MessageRow): HttpError {
  const characters = [...(message.answer ?? '')]
  const isLong = characters.length > EXCERPT_LENGTH
  const answer = balanceBidi(characters.slice(0, EXCERPT_LENGTH).join('')) + (isLong ? '…' : '')
  return answeredBy
    ? new HttpError(409, 'already_answered', 'errors.alreadyAnswered', {
        values: { name: displayName(answeredBy), answer },
      })
    : new HttpError(409, 'already_answered', 'errors.alreadyAnsweredByFormer', { values: { answer } })
}

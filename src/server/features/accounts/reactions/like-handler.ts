import type { OwnLike } from '#shared/accounts/reactions.ts'
import type { Downstream } from '#shared/realtime.ts'
import { serializeBy } from '#server/concurrency/serialize-by.ts'
import type { Executor } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import { refuseBlocked } from '#server/features/accounts/hidden-users/hidden-queries.ts'
import { inboxTopic } from '#server/features/accounts/users/topics.ts'
import type { Caller } from '#server/http/access.ts'
import { toPages } from '#server/realtime/page-message.ts'
import { type LikeChange, type Likeable, setLike } from './queries.ts'

type LockedSubject = { ownerId: string; likesCount: number }

/** Something that can be liked, declared by the feature that owns its table. */
export type LikeSubject<Locked extends LockedSubject> = {
  likeable: Likeable
  /**
   * Locks the subject's row until the transaction ends. Throws 404 if the user may not see it. Throws 403 if the user may not
   * like it, unless `isRemoval`.
   */
  lock(tx: Executor, id: string, user: Caller, isRemoval: boolean): Promise<Locked>
  /** Called in the transaction after a change. The handler itself publishes to the user's own pages. */
  onChange(tx: Executor, subject: Locked, change: LikeChange & { userId: string }): Promise<void>
  /** The message to all pages of the user. */
  toOwnPages(id: string, data: OwnLike): Downstream
}

type Call = {
  params: { id: string }
  body?: { liked?: boolean | undefined } | null | undefined
  user: Caller
}

/**
 * Returns the handler of a `likeEndpoint`: it likes or unlikes the subject, or toggles without a desired state. Throws 403
 * `blocked` for a like; a block does not prevent the removal of a like with `liked: false`.
 */
export const likeHandler =
  <Locked extends LockedSubject>(
    { db, publish }: Pick<Context, 'db' | 'publish'>,
    subject: LikeSubject<Locked>,
  ) =>
  ({ params: { id }, body, user }: Call): Promise<{ liked: boolean; likesCount: number }> =>
    // The lock on the subject orders the changes, but not the messages that are sent after the commits.
    serializeBy(user.id, `like ${id}`, () =>
      db.transaction(async (tx) => {
        const desired = body?.liked
        const locked = await subject.lock(tx, id, user, desired === false)
        if (desired !== false) await refuseBlocked(tx, user.id, locked.ownerId)
        const like = { subjectId: id, userId: user.id }
        const change = await setLike(tx, subject.likeable, like, desired ?? null)
        if (change) await subject.onChange(tx, locked, { ...change, userId: user.id })
        const { liked, likesCount } = change ?? { liked: desired === true, likesCount: locked.likesCount }
        publish(tx, toPages(inboxTopic(user.id), subject.toOwnPages(id, { isLiked: liked, likesCount })))
        return { liked, likesCount }
      }),
    )

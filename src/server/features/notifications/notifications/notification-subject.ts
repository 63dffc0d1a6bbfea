import type { SQL } from 'drizzle-orm'
import type { Notification } from '#shared/notifications/notifications.ts'
import type { WorkerContext } from '#server/feature.ts'
import { defineExtensionPoint } from '#server/services.ts'
import { balanceBidi } from '#shared/text/balance-bidi.ts'

type OfType<Type extends Notification['type']> = Extract<Notification, { type: Type }>

/** The fields of a subject in a notification, by its kind. */
export type SubjectViews = {
  post: NonNullable<Notification['post']>
  comment: NonNullable<Notification['comment']>
  stream: NonNullable<Notification['stream']>
  video: NonNullable<Notification['video']>
  tip: OfType<'tip'>['tip']
  announcement: OfType<'announcement'>['announcement']
  decision: OfType<'decision'>['decision']
  report: OfType<'report'>['report']
}
export type SubjectKind = keyof SubjectViews

/** The row that a notification is about. */
export type SubjectRef = { kind: SubjectKind; id: string }

type Definition<Kind extends SubjectKind, Row> = {
  kind: Kind
  /** Selects the row of an id, with the values that the recipient may see. */
  select(id: SQL, recipientId: SQL): SQL
  /** Selects the owner of the row of an id. A user gets no notification if there is a block between the user and the owner. */
  selectOwner?(id: SQL): SQL
  present(row: Row): Pick<SubjectViews, Kind>
}

/** A kind of subject of notifications, declared by the feature that owns its table. */
export type NotificationSubject = Omit<Definition<SubjectKind, never>, 'present'> & {
  present(row: unknown): Partial<SubjectViews>
}

export const notificationSubjects = defineExtensionPoint<WorkerContext, NotificationSubject>(
  'subjects of notifications',
)

export function defineNotificationSubject<Kind extends SubjectKind, Row>(
  definition: Definition<Kind, Row>,
): NotificationSubject {
  // Boundary: the row comes from the definition's own statement.
  return { ...definition, present: (row) => definition.present(row as Row) }
}

export type Excerpt = { id: string; excerpt: string }

export const presentExcerpt = ({ id, excerpt }: Excerpt): Excerpt => ({ id, excerpt: balanceBidi(excerpt) })

import type { Executor } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { notificationChanges, notificationsChanged } from './deliver-notifications.ts'
import type { NotificationChange } from './notification-event.ts'

/** Returns the changes that a transaction publishes, without delivering them. */
export async function collectChanges(
  { database }: Pick<TestApp, 'database'>,
  work: (dependencies: Pick<Context, 'publish'>, tx: Executor) => Promise<void>,
): Promise<NotificationChange[]> {
  const changes: NotificationChange[] = []
  const publish: Context['publish'] = (_tx, { data }) => void changes.push(...notificationChanges.parse(data))
  await database.db.transaction((tx) => work({ publish }, tx))
  return changes
}

export function deliver({ app }: Pick<TestApp, 'app'>, changes: readonly NotificationChange[]): void {
  app.context.publish(app.context.db, notificationsChanged([...changes]))
}

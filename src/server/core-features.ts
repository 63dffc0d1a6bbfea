import type { FastifyInstance } from 'fastify'
import type { Executor } from './db/executor.ts'
import type { Context } from './feature.ts'
import { activityService } from './features/accounts/activity/activity-recorder.ts'
import { deleteSessionsOf } from './features/accounts/auth/queries.ts'
import { firstAdminService } from './features/accounts/auth/first-admin.ts'
import { sessionCacheService } from './features/accounts/auth/session-cache.ts'
import { sessions } from './features/accounts/auth/sessions.ts'
import { presentOwnUser } from './features/accounts/users/present-user.ts'
import { deactivateForDeletion, hasSuperAdmin } from './features/accounts/users/queries.ts'
import { createSettingsStore } from './features/operations/settings/settings-store.ts'
import type { Caller } from './http/access.ts'
import { conflict } from './http/errors.ts'
import { isSandboxSite } from './payments/sandbox-mode.ts'
import { settingsChanged } from './settings/events.ts'
import { type Settings, openSettings } from './settings/settings.ts'

/**
 * The functions that the app and the worker import from features: the requester of a request, the data of a document, the stored
 * settings.
 */

export { VISITOR_COOKIE, identify } from './features/accounts/auth/sessions.ts'

/** Sets `request.user` from the session in the scope. */
export async function mountSessions(
  scope: FastifyInstance,
  { config, db, secrets, service, sockets }: Context,
): Promise<void> {
  await scope.register(sessions, {
    activity: service(activityService),
    db,
    sessionCache: service(sessionCacheService),
    sockets,
    secret: secrets.session,
    secure: config.publicUrl.protocol === 'https:',
  })
}

/** Loads the data that every page starts with. */
export async function loadBoot(
  { config, payments, service, settings }: Context,
  user: Caller | null,
): Promise<unknown> {
  const row = user && (await service(sessionCacheService).findUserWithCounts(user.id))
  return {
    user: row ? presentOwnUser(row) : null,
    hasMail: config.mail !== null,
    isSandbox: isSandboxSite(payments),
    ...settings.forPages,
  }
}

/** Returns the one-time token for the first super_admin; null if there is a super_admin. */
export async function openFirstAdmin({ db, service }: Context): Promise<string | null> {
  return (await hasSuperAdmin(db)) ? null : service(firstAdminService).open()
}

/** Ends the access of a user whose account is about to be deleted. Throws 409 for the last super_admin. */
export async function endAccess(tx: Executor, userId: string): Promise<void> {
  if (!(await deactivateForDeletion(tx, userId))) throw conflict('last_super_admin', 'errors.lastSuperAdmin')
  await deleteSessionsOf(tx, userId, null)
}

/** Opens the site's settings, before the features. */
export function openSiteSettings({
  db,
  events,
  log,
}: Pick<Context, 'db' | 'events' | 'log'>): Promise<Settings> {
  return openSettings({ store: createSettingsStore(db), events, log })
}

/** Makes the settings of this process follow the changes of every process. */
export function followSettings({ rowChanges, events }: Pick<Context, 'rowChanges' | 'events'>): void {
  rowChanges.on('settings', (changeId) => events.publish(settingsChanged, { changeId }))
  rowChanges.onConnected(() => events.publish(settingsChanged, { changeId: null }))
}

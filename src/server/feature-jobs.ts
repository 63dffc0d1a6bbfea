import path from 'node:path'
import type { Context } from './feature.ts'
import { recordLog } from './logs/queries.ts'
import { platformRollUpHandler } from './features/operations/admin-analytics/roll-up-job.ts'
import { findOrphansHandler } from './features/operations/admin-media/orphans-job.ts'
import { announcementJobHandler } from './features/operations/announcements/send-job.ts'
import { activityCleanupHandler } from './features/accounts/activity/cleanup-job.ts'
import { viewCleanupHandler } from './features/videos/video-views/cleanup-job.ts'
import { logCleanupHandler } from './logs/cleanup-job.ts'
import { sessionCleanupHandler } from './features/accounts/auth/cleanup-job.ts'
import { chatCleanupHandler } from './features/live/chat/cleanup-job.ts'
import { deleteChatHandler } from './features/live/chat/delete-chat-job.ts'
import { searchBackfillHandler } from './features/discovery/search/backfill-job.ts'
import { uploadCleanupHandler } from './features/media/uploads/cleanup-job.ts'
import { purgeRemovedHandler } from './features/operations/moderation/purge-job.ts'
import { renameMediaHandler } from './features/operations/moderation/rename-media-job.ts'
import { tellReportersHandler } from './features/operations/moderation/tell-reporters-job.ts'
import { withdrawalCleanupHandler } from './features/notifications/notifications/cleanup-job.ts'
import { assembleRecordingHandler } from './features/videos/recordings/assemble-job.ts'
import { publishScheduledHandler } from './features/videos/videos/scheduled-publication.ts'
import { renderPosterHandler } from './features/videos/videos/processing/poster-job.ts'
import { listEncodeJobs } from './features/videos/videos/processing/jobs.ts'
import { makePicturesHandler } from './features/videos/videos/processing/pictures-job.ts'
import {
  prepareSlowVideoHandler,
  prepareVideoHandler,
} from './features/videos/videos/processing/prepare-job.ts'
import { encodeHandler } from './features/videos/videos/processing/rendition-job.ts'
import { publicationJobHandler } from './features/videos/publication-notifications/publication-job.ts'
import { startJobHandler } from './features/live/start-notifications/start-job.ts'
import { jobCleanupHandler } from './jobs/cleanup-job.ts'
import type { JobHandler } from './jobs/job-handler.ts'
import { type MailDependencies, mailHandler } from './mail/send-job.ts'
import type { JobFailure } from './jobs/job-runner.ts'
import { forgotJobHandler } from './features/accounts/account-mail/forgot-job.ts'
import { applySubscriptionEvent, subscriptionsHandler } from './features/money/creator-pro/reconcile-job.ts'
import { ledgerCheckHandler } from './features/money/ledger/check-job.ts'
import { paymentEventCleanupHandler } from './features/money/payments/cleanup-job.ts'
import { paymentEventHandler } from './features/money/payments/event-job.ts'
import {
  applyOrderEvent,
  checkCaptureHandler,
  reconcileHandler,
} from './features/money/tips/reconcile-job.ts'
import { rollUpHandler } from './features/studio/creator-analytics/roll-up-job.ts'
import { digestHandler } from './features/notifications/digests/digest-job.ts'
import { deleteReleasedHandler } from './features/media/media/delete-released-job.ts'
import { type MediaStore, openMediaStore } from './features/media/media/media-store.ts'
import { createSettingsStore } from './features/operations/settings/settings-store.ts'
import { deleteFilesHandler } from './features/media/media/delete-files-job.ts'
import { type Settings, openSettings } from './settings/settings.ts'
import { LinkTokens } from './mail/link-tokens.ts'
import { StorageAllowance } from './features/media/storage-allowance/storage-allowance.ts'
import { sumThumbnailBytes } from './features/live/streams/queries.ts'
import { sumUploadBytes } from './features/media/uploads/queries.ts'
import { sumVideoBytes } from './features/videos/videos/files/queries.ts'
import {
  type ProcessingDependencies,
  WorkingFolders,
} from './features/videos/videos/processing/process-video.ts'
import type { UploadRules } from './features/media/uploads/upload-rules.ts'
import type { Storage } from './storage/storage.ts'
import { settingsChanged } from './settings/events.ts'

/** The dependencies of jobs: a worker has no browsers and no live engine. */
type JobDependencies = Pick<
  Context,
  'config' | 'db' | 'disk' | 'events' | 'images' | 'log' | 'nodeId' | 'payments' | 'publish' | 'transcoder'
> &
  MailDependencies & {
    media: MediaStore
    storage: Storage
    workingFolders: WorkingFolders
  }

/** How much users store of everything. */
export const allowance = new StorageAllowance({
  stored: [sumVideoBytes, sumThumbnailBytes],
  received: sumUploadBytes,
})
const remainingStorage: ProcessingDependencies['remainingStorage'] = (db, ownerId) =>
  allowance.remaining(db, ownerId)

export type Jobs = { handlers: JobHandler[]; onFailed(failure: JobFailure): Promise<void> }

/** Creates the handlers of all jobs. */
export function createJobs(
  dependencies: JobDependencies,
  { uploadRules }: { uploadRules?: Partial<UploadRules> | undefined } = {},
): Jobs {
  const processing: ProcessingDependencies = { ...dependencies, remainingStorage }
  return {
    handlers: [
      deleteChatHandler(dependencies),
      chatCleanupHandler(dependencies),
      startJobHandler(dependencies),
      publicationJobHandler(dependencies),
      announcementJobHandler(dependencies),
      assembleRecordingHandler(dependencies),
      sessionCleanupHandler(dependencies),
      withdrawalCleanupHandler(dependencies),
      jobCleanupHandler(dependencies),
      logCleanupHandler(dependencies),
      activityCleanupHandler(dependencies),
      viewCleanupHandler(dependencies),
      rollUpHandler(dependencies),
      platformRollUpHandler(dependencies),
      searchBackfillHandler(dependencies),
      deleteFilesHandler(dependencies),
      deleteReleasedHandler(dependencies),
      findOrphansHandler(dependencies),
      tellReportersHandler(dependencies),
      purgeRemovedHandler(dependencies),
      renameMediaHandler(dependencies),
      prepareVideoHandler(processing),
      prepareSlowVideoHandler(processing),
      makePicturesHandler(processing),
      ...listEncodeJobs().map((encoding) => encodeHandler(processing, encoding)),
      renderPosterHandler(processing),
      publishScheduledHandler(dependencies),
      uploadCleanupHandler(dependencies, uploadRules),
      mailHandler(dependencies),
      ledgerCheckHandler(dependencies),
      reconcileHandler(dependencies),
      checkCaptureHandler(dependencies),
      subscriptionsHandler(dependencies),
      paymentEventCleanupHandler(dependencies),
      paymentEventHandler({
        order: (event) => applyOrderEvent(dependencies, event),
        subscription: (event) => applySubscriptionEvent(dependencies, event),
      }),
      digestHandler(dependencies),
      forgotJobHandler({ ...dependencies, linkTokens: new LinkTokens(dependencies.secrets.session) }),
    ],
    // For the operator's log page.
    onFailed: ({ job, error }) =>
      recordLog(dependencies.db, {
        level: 'error',
        category: 'jobs',
        message: 'A job failed for good.',
        metadata: { job, error },
      }),
  }
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

type MediaContext = Pick<Context, 'config' | 'db' | 'disk' | 'images' | 'log' | 'nodeId' | 'transcoder'>

/** Opens the store of media, which the app and a worker share. */
export function openMedia(
  { config, db, disk, images, log, nodeId, transcoder }: MediaContext,
  storage: Storage,
): Promise<MediaStore> {
  return openMediaStore(
    {
      db,
      disk,
      images,
      storage,
      transcoder,
      log,
      nodeId,
      remainingStorage,
    },
    path.join(config.dataDir, 'uploads'),
  )
}

/** Opens the folders of videos that are processed; an app and a worker have some each. */
export function openWorkingFolders(
  context: Pick<Context, 'config' | 'db' | 'log'>,
  storage: Storage,
  role: 'app' | 'worker',
): Promise<WorkingFolders> {
  return WorkingFolders.open({ ...context, storage }, role)
}

import path from 'node:path'
import type { WorkerContext } from '#server/feature.ts'
import { storageAllowanceService } from '#server/features/media/storage-allowance/storage-allowance.ts'
import { defineService } from '#server/services.ts'
import { openMediaStore } from './media-store.ts'

/** The store of media, which the app and a worker share. */
export const mediaService = defineService('media', (context: WorkerContext) => {
  const allowance = context.service(storageAllowanceService)
  return openMediaStore(
    { ...context, remainingStorage: (db, ownerId) => allowance.remaining(db, ownerId) },
    path.join(context.config.dataDir, 'uploads'),
  )
})

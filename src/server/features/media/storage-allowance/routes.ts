import { getStorageUse } from '#shared/media/uploads.ts'
import { storageAllowanceService } from '#server/features/media/storage-allowance/storage-allowance.ts'
import type { Mount } from '#server/feature.ts'
import { requesterOf } from '#server/http/rates/call-rates.ts'
import { route } from '#server/http/route.ts'

export const mountStorageAllowance: Mount = (app, { figuresDb, service }) => {
  const allowance = service(storageAllowanceService)
  route(app, getStorageUse, ({ user, request }) =>
    allowance.usageOf(figuresDb.for(requesterOf(request)), user.id),
  )
}

import { getStorageUse } from '#shared/media/uploads.ts'
import type { Feature } from '#server/feature.ts'
import { requesterOf } from '#server/http/rates/call-rates.ts'
import { route } from '#server/http/route.ts'
import type { StorageAllowance } from './storage-allowance.ts'

/** Returns how much the caller stores, and may store. */
export const storageAllowance = (allowance: StorageAllowance): Feature => ({
  name: 'storage-allowance',
  register(app, { figuresDb }) {
    route(app, getStorageUse, ({ user, request }) =>
      allowance.useOf(figuresDb.for(requesterOf(request)), user.id),
    )
  },
})

import { defineFeature } from '#server/feature.ts'
import { mountConnectionTests } from './routes.ts'
import { viewerPeaks } from './schema.ts'
import { mountLive } from './sockets.ts'

/** Broadcasting and watching in the browser, and the tests of the connection. */
export const liveFeature = defineFeature({
  name: 'live',
  routes: [mountConnectionTests, mountLive],
  tables: [viewerPeaks],
  exportUser: 'nothing personal',
  deleteUser: 'nothing personal',
})

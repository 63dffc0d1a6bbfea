import { exportRows } from '#server/db/user-rows.ts'
import { defineFeature } from '#server/feature.ts'
import { streamAdditions } from '#server/features/live/streams/present-stream.ts'
import { listenToPasswordResets } from './listen.ts'
import { streamKeyAddition } from './stream-key-addition.ts'
import { mountStreamKeys } from './routes.ts'
import { streamKeys } from './schema.ts'
import { streamKeysService } from './stream-keys.ts'

/** The keys with which programs broadcast. */
export const streamKeysFeature = defineFeature({
  name: 'stream-keys',
  routes: mountStreamKeys,
  listen: listenToPasswordResets,
  extensions: [streamAdditions.extend(({ service }) => streamKeyAddition(service(streamKeysService)))],
  tables: [streamKeys],
  exportUser: exportRows(
    { streamKey: streamKeys.userId },
    { without: [streamKeys.sealed, streamKeys.digest] },
  ),
  deleteUser: 'with the account',
})

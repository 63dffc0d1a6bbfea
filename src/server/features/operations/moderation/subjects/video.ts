import { hideVideo, restoreVideo } from '#server/features/videos/videos/hide-video.ts'
import { findVideo } from '#server/features/videos/videos/queries.ts'
import { findStoredVideo } from '#server/features/videos/videos/hidden-queries.ts'
import { EMPTY_SNAPSHOT } from '#server/features/community/held-content/empty-snapshot.ts'
import type { Subject } from './subject.ts'

export const videoSubject: Subject = {
  async find(db, id, requester, atSeconds) {
    const found = await findVideo(db, id, requester)
    if (!found) return undefined
    const { title, description, duration, createdAt, creatorId } = found.video
    return {
      ownerId: creatorId,
      snapshot: {
        ...EMPTY_SNAPSHOT,
        title,
        text: description,
        createdAt: createdAt.toISOString(),
        atSeconds: atSeconds === undefined ? null : Math.min(atSeconds, Math.floor(duration)),
        page: { type: 'video', id },
      },
    }
  },
  exists: async (db, id) => (await findStoredVideo(db, id)) !== undefined,
  readContext: () => Promise.resolve([]),
  removal: {
    hide: (dependencies, tx, id) => hideVideo(dependencies, tx, { id }),
    restore: (dependencies, tx, id) => restoreVideo(dependencies, tx, { id }),
  },
}

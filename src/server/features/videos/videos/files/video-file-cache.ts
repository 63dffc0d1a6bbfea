import type { Context } from '#server/feature.ts'
import { type SessionCache, sessionCacheService } from '#server/features/accounts/auth/session-cache.ts'
import { defineService } from '#server/services.ts'
import type { Db } from '#server/db/executor.ts'
import { RowCache } from '#server/db/row-cache.ts'
import type { RowChangeListener } from '#server/db/row-change-listener.ts'
import type { Caller } from '#server/http/access.ts'
import { notFound } from '#server/http/errors.ts'
import { hasRole } from '#shared/roles.ts'
import { type VideoFileAccess, findFileAccess } from './queries.ts'

/** A video's rows take a few kB. */
const MAX_VIDEOS = 1000

/** Caches the files of videos and the access to them: a player requests hundreds of byte ranges. */
export class VideoFileCache {
  readonly #rows: RowCache<VideoFileAccess>
  readonly #sessionCache: SessionCache

  constructor(db: Db, changes: RowChangeListener, sessionCache: SessionCache) {
    this.#rows = new RowCache(changes, 'video_files', {
      max: MAX_VIDEOS,
      load: (id) => findFileAccess(db, id),
    })
    this.#sessionCache = sessionCache
  }

  /**
   * Returns the files of a video that the requester may see. Throws 404 for a hidden or absent one. Reads the files once more
   * if `hasWanted` returns false: a page may know of a new file before the database has notified the cache.
   */
  async getVisible(
    videoId: string,
    requester: Caller | null,
    hasWanted: (files: VideoFileAccess) => boolean = () => true,
  ): Promise<VideoFileAccess> {
    const cached = await this.#rows.find(videoId)
    const found = !cached || hasWanted(cached) ? cached : await this.#rows.reload(videoId)
    if (!found || !(await this.#canSee(found, requester))) throw notFound('notFound.video')
    return found
  }

  /** Called after a change by this app: its response may be sent before the database notifies the cache. */
  invalidate(videoId: string): void {
    this.#rows.invalidate(videoId)
  }

  async #canSee(
    { isPublic, isRemoved, creatorId }: VideoFileAccess,
    requester: Caller | null,
  ): Promise<boolean> {
    if (isRemoved) return hasRole(requester, 'moderator')
    if (requester?.id === creatorId || hasRole(requester, 'admin')) return true
    return isPublic && (await this.#sessionCache.findUser(creatorId)) !== undefined
  }
}

export const videoFileCacheService = defineService(
  'access to files of videos',
  ({ db, rowChanges, service }: Context) => new VideoFileCache(db, rowChanges, service(sessionCacheService)),
)

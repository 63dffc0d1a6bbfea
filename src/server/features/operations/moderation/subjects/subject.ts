import type { ContextItem } from '#shared/operations/moderation.ts'
import type { Snapshot } from '#shared/operations/reports.ts'
import type { Executor } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import type { PostCountsPublisher } from '#server/features/community/posts/post-counts.ts'
import type { VideoFileCache } from '#server/features/videos/videos/files/video-file-cache.ts'
import type { Caller } from '#server/http/access.ts'

export type HideDependencies = Pick<Context, 'db' | 'events' | 'publish' | 'log' | 'nodeId'> & {
  postCounts: PostCountsPublisher
  fileCache: VideoFileCache
}

/** The author or owner of a subject, and its present content. */
export type Found = { ownerId: string; snapshot: Snapshot }

/** How moderation reads, hides and restores one kind of content. */
export type Subject = {
  /** Returns the content; undefined if it is hidden from the requester. `atSeconds`: their position in a video. */
  find(db: Executor, id: string, requester: Caller, atSeconds?: number): Promise<Found | undefined>
  /** Whether the subject is stored, hidden or not. */
  exists(db: Executor, id: string): Promise<boolean>
  /**
   * Locks the subject until the transaction ends. Called before its owner is locked: the subject's own changes, such as the start
   * of a stream, lock both in this order. Absent where they do not lock the owner.
   */
  lock?(tx: Executor, id: string): Promise<unknown>
  /** Returns the messages or comments around it for a moderator, in the order of its page. */
  readContext(db: Executor, id: string, moderator: Caller): Promise<ContextItem[]>
  /** Absent for subjects that cannot be removed. */
  removal?: {
    /** Hides it from everyone; false if it is hidden or deleted already. `by`: the moderator. */
    hide(dependencies: HideDependencies, tx: Executor, id: string, by: string): Promise<boolean>
    /** Shows it again; false if nothing is removed. */
    restore(dependencies: HideDependencies, tx: Executor, id: string): Promise<boolean>
  }
  /** Shows held content; false if it is not held. Absent for subjects that are never held. */
  release?(dependencies: HideDependencies, tx: Executor, id: string): Promise<boolean>
}

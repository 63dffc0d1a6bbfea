import type { Video } from '#shared/videos/videos.ts'
import { testUser } from '#web/api/test-users.ts'

/** A draft video of a recording. */
export function testVideo(overrides: Partial<Video> = {}): Video {
  const id = overrides.id ?? '0190b4c0-0000-7000-8000-000000000001'
  const creator = testUser(1)
  return {
    id,
    creatorId: creator.id,
    title: 'Sunday stew',
    description: null,
    videoUrl: `/api/videos/${id}/file`,
    thumbnailUrl: null,
    duration: 754,
    fileSize: 12 * 1024 ** 2,
    mimeType: 'video/webm',
    width: 1280,
    height: 720,
    category: 'Food',
    tags: [],
    viewsCount: 0,
    likesCount: 0,
    commentsCount: 0,
    isPublished: false,
    isPublic: true,
    state: 'ready',
    progress: null,
    failure: null,
    notice: null,
    sources: { hls: null, qualities: [], files: [] },
    preview: null,
    captions: [],
    publishedAt: null,
    publishAt: null,
    streamId: null,
    recordedFrom: null,
    createdAt: new Date(Date.now() - 3_600_000).toISOString(),
    updatedAt: new Date().toISOString(),
    creator,
    viewer: { isOwner: true, isLiked: false },
    ...overrides,
  }
}

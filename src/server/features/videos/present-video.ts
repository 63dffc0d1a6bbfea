import type { Video } from '#shared/videos.ts'
import { presentPublicUser } from '#server/features/users/present-user.ts'
import type { Caller } from '#server/http/access.ts'
import type { VideoWithCreator } from './queries.ts'

export function presentVideo({ video, creator }: VideoWithCreator, viewer: Caller | null): Video {
  const { files: _keys, ...shown } = video
  return {
    ...shown,
    recordedFrom: video.recordedFrom?.toISOString() ?? null,
    createdAt: video.createdAt.toISOString(),
    updatedAt: video.updatedAt.toISOString(),
    creator: presentPublicUser(creator, viewer),
    viewer: { isOwner: viewer?.id === video.creatorId },
  }
}

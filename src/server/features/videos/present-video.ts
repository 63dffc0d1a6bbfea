import type { Video } from '#shared/videos.ts'
import { presentPublicUser } from '#server/features/users/present-user.ts'
import type { Caller } from '#server/http/access.ts'
import type { VideoWithCreator } from './queries.ts'

export function presentVideo({ video, creator }: VideoWithCreator, requester: Caller | null): Video {
  const { files: _keys, ...columns } = video
  return {
    ...columns,
    recordedFrom: video.recordedFrom?.toISOString() ?? null,
    createdAt: video.createdAt.toISOString(),
    updatedAt: video.updatedAt.toISOString(),
    creator: presentPublicUser(creator, requester),
    viewer: { isOwner: requester?.id === video.creatorId },
  }
}

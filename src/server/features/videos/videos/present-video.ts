import type { Video } from '#shared/videos/videos.ts'
import { presentPublicUser } from '#server/features/accounts/users/present-user.ts'
import type { Caller } from '#server/http/access.ts'
import type { VideoWithCreator } from './queries.ts'
import {
  fileUrl,
  presentCaptions,
  presentPreview,
  presentSources,
  presentThumbnail,
} from './files/video-files.ts'

export function presentVideo(
  { video, creator, files, isLiked }: VideoWithCreator,
  requester: Caller | null,
): Video {
  const {
    uploadUrl,
    filesVersion: _version,
    posterAt: _second,
    clientId: _clientId,
    hiddenAt: _hiddenAt,
    wasPublished: _wasPublished,
    ...columns
  } = video
  const isOwner = requester?.id === video.creatorId
  return {
    ...columns,
    videoUrl: (isOwner ? uploadUrl : null) ?? fileUrl(video.id),
    thumbnailUrl: presentThumbnail(video, files),
    sources: presentSources(video, files),
    preview: presentPreview(video, files),
    captions: presentCaptions(video, files),
    progress: isOwner ? video.progress : null,
    failure: isOwner ? video.failure : null,
    notice: isOwner ? video.notice : null,
    recordedFrom: video.recordedFrom?.toISOString() ?? null,
    publishAt: isOwner ? (video.publishAt?.toISOString() ?? null) : null,
    publishedAt: video.publishedAt?.toISOString() ?? null,
    createdAt: video.createdAt.toISOString(),
    updatedAt: video.updatedAt.toISOString(),
    creator: presentPublicUser(creator, requester),
    viewer: { isOwner, isLiked },
  }
}

import type { MediaItem } from '#shared/operations/admin-media.ts'
import { imageSizes, smallAvatar, smallThumbnail } from '#shared/media/image-sizes.ts'
import { excerptOf } from '#shared/text/excerpt.ts'
import { presentUserRef } from '#server/features/accounts/users/present-user.ts'
import { fileUrl, versionedUrl } from '#server/features/videos/videos/files/video-files.ts'
import type { Caller } from '#server/http/access.ts'
import type { MediaItemRow } from './queries.ts'

export function presentItem(row: MediaItemRow, admin: Caller): MediaItem {
  const { fileName, originalName, mimeType, fileSize, type, isPublic, tags, description } = row
  const { width, height, duration } = row
  return {
    id: row.id,
    kind: kindOf(row),
    fileName: fileName || lastPart(row.url ?? ''),
    originalName,
    mimeType,
    fileSize,
    url: urlOf(row),
    type,
    uploadedBy: row.owner && presentUserRef(row.owner, admin),
    isPublic,
    tags,
    description,
    canDescribe: row.source !== 'stream',
    previewUrl: previewOf(row),
    width,
    height,
    duration,
    use: useOf(row),
    createdAt: row.createdAt.toISOString(),
  }
}

export function kindOf({
  source,
  purpose,
  isUsed,
}: Pick<MediaItemRow, 'source' | 'purpose' | 'isUsed'>): MediaItem['kind'] {
  if (source !== 'upload') return source
  if (!isUsed) return 'unused'
  switch (purpose) {
    case 'post':
    case 'avatar':
    case 'emoji':
    case 'logo':
      return purpose
    case 'video':
    case 'thumbnail':
    case 'captions':
    case null:
      throw new Error('a file of a video is no item of its own')
    default:
      throw purpose satisfies never
  }
}

function urlOf({ source, id, url, isPlayable }: MediaItemRow): string {
  return source === 'video' && (isPlayable || url === null) ? fileUrl(id) : (url ?? '')
}

function previewOf({ source, id, url, type, purpose, width, ...row }: MediaItemRow): string | null {
  if (source === 'stream') return url && smallThumbnail(url)
  if (source === 'video') {
    const { posterName, filesVersion } = row
    return posterName && filesVersion && versionedUrl({ id, filesVersion }, posterName)
  }
  if (type !== 'image' || url === null) return row.posterUrl
  // The sizes of an animation are those of its first frame.
  if (purpose === 'post') return imageSizes(row.posterUrl ?? url, width ?? 0)[0]?.url ?? url
  return purpose === 'avatar' ? smallAvatar(url) : url
}

function useOf({ source, id, purpose, isUsed, isPublic, ...row }: MediaItemRow): MediaItem['use'] {
  const { originalName: title, ownerId, usedById, usedByTitle } = row
  if (source === 'stream') return { path: `/stream/${id}`, title }
  // Only its creator can open the page of a hidden video.
  if (source === 'video') return { path: isPublic ? `/video/${id}` : null, title }
  if (!isUsed) return null
  if (purpose === 'logo') return { path: '/admin/settings/branding', title: '' }
  if (purpose === 'avatar') return { path: ownerId && `/profile/${ownerId}`, title: '' }
  if (usedById === null) return null
  return purpose === 'post'
    ? { path: `/post/${usedById}`, title: excerptOf(usedByTitle ?? '') }
    : { path: null, title: excerptOf(usedByTitle ?? '') }
}

const lastPart = (url: string) => url.split('/').at(-1) ?? ''

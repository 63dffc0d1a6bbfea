import { LIMITS } from '#shared/constants.ts'
import { MAX_EMOJI_BYTES } from '#shared/live/creator-emoji.ts'
import { limit } from '#shared/settings/limits.ts'
import type { UploadPurpose } from '#shared/media/uploads.ts'
import { HttpError } from '#server/http/errors.ts'
import type { MessageKey } from '#server/http/translations.ts'

const KILOBYTE = 1024
const MEGABYTE = 1024 ** 2

/** Throws 413 when a file of this purpose may not have so many bytes. */
export function checkUploadSize(bytes: number, purpose: UploadPurpose | null): void {
  const { maxBytes, key } = sizeLimit(purpose)
  if (bytes > maxBytes) {
    const values = { megabytes: Math.floor(maxBytes / MEGABYTE), kilobytes: Math.floor(maxBytes / KILOBYTE) }
    throw new HttpError(413, 'too_large', key, { values })
  }
}

function sizeLimit(purpose: UploadPurpose | null): { maxBytes: number; key: MessageKey } {
  switch (purpose) {
    case 'avatar':
    case 'logo':
      return { maxBytes: limit('pictureBytes'), key: 'media.avatarTooLarge' }
    case 'emoji':
      return { maxBytes: MAX_EMOJI_BYTES, key: 'media.emojiTooLarge' }
    case 'thumbnail':
      return { maxBytes: limit('pictureBytes'), key: 'media.thumbnailTooLarge' }
    case 'captions':
      return { maxBytes: LIMITS.captionsBytes, key: 'media.captionsTooLarge' }
    case 'video':
      return { maxBytes: limit('fileBytes'), key: 'media.videoTooLarge' }
    case 'post':
    case null:
      return { maxBytes: limit('fileBytes'), key: 'uploads.tooLarge' }
    default:
      return purpose satisfies never
  }
}

/** Widths in which a post's image is stored, up to its original width: a phone's column, a card, a full screen. */
const WIDTHS = { small: 480, medium: 960, large: 1600 } as const

/** Bounds the height as well, so that an extreme portrait image does not become huge. */
export const MAX_IMAGE_SIZE = { width: WIDTHS.large, height: 4096 } as const
/** The site's logo fits into this square: four times as large as pages show it. */
export const LOGO_SIDE = 192
export const AVATAR_SIDES = { large: 512, small: 128 } as const

/** Maximum size of a video's poster, and its size in cards; `smallThumbnail` returns the URL of the latter. */
export const POSTER = { width: 1280, height: 720 } as const
export const SMALL_POSTER = { width: 640, height: 360 } as const

export type ImageSize = { url: string; width: number }

/**
 * Returns the stored files of a post's image, from narrow to wide. `url` and `width` are those of the API: the URL of the
 * file that is at most 960 pixels wide, and the width of the widest file.
 */
export function imageSizes(url: string, width: number): ImageSize[] {
  const sizes = [{ url, width: Math.min(width, WIDTHS.medium) }]
  if (width > WIDTHS.small) sizes.unshift({ url: variantUrl(url, 'small'), width: WIDTHS.small })
  if (width > WIDTHS.medium) sizes.push({ url: variantUrl(url, 'large'), width })
  return sizes
}

/** Returns the `srcset` value of a post's image, from the `url` and `width` of the API. */
export function imageSrcset(url: string, width: number): string {
  return imageSizes(url, width)
    .map((size) => `${size.url} ${size.width}w`)
    .join(', ')
}

/** Returns the 128 pixels wide variant of an avatar, for lists; `profileImageUrl` itself is 512 pixels wide. */
export function smallAvatar(profileImageUrl: string): string {
  return variantUrl(profileImageUrl, 'small')
}

/** Returns the 640x360 variant of a stream's or video's `thumbnailUrl`, for cards and lists. */
export function smallThumbnail(thumbnailUrl: string): string {
  return variantUrl(thumbnailUrl, 'small')
}

function variantUrl(url: string, variant: 'small' | 'large'): string {
  return url.replace(/\.webp$/, `-${variant}.webp`)
}

/** Widths in which a post's image is stored, as far as the original goes: a phone's column, a card, a full screen. */
const WIDTHS = { small: 480, medium: 960, large: 1600 } as const

/** The image may be taller than wide, but no tower. */
export const LARGEST_IMAGE = { width: WIDTHS.large, height: 4096 } as const
export const AVATAR_SIDES = { large: 512, small: 128 } as const

export type ImageSize = { url: string; width: number }

/**
 * The files of a post's image, from narrow to wide. The address itself is the 960 pixels wide one, or the only one.
 * `width` is the widest one's, as the server says it.
 */
export function imageSizes(url: string, width: number): ImageSize[] {
  const sizes = [{ url, width: Math.min(width, WIDTHS.medium) }]
  if (width > WIDTHS.small) sizes.unshift({ url: beside(url, 'small'), width: WIDTHS.small })
  if (width > WIDTHS.medium) sizes.push({ url: beside(url, 'large'), width })
  return sizes
}

/** Value of `srcset` for a post's image; the server says its width. */
export function imageSrcset(url: string, width: number): string {
  return imageSizes(url, width)
    .map((size) => `${size.url} ${size.width}w`)
    .join(', ')
}

/** The 128 pixels wide form of a member's picture, for lists; its address itself is 512 pixels wide. */
export function smallAvatar(profileImageUrl: string): string {
  return beside(profileImageUrl, 'small')
}

/** The 640x360 form of a stream's `thumbnailUrl`, for cards and lists. */
export function smallThumbnail(thumbnailUrl: string): string {
  return beside(thumbnailUrl, 'small')
}

function beside(url: string, form: 'small' | 'large'): string {
  return url.replace(/\.webp$/, `-${form}.webp`)
}

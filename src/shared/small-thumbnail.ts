/** The 640x360 form of a stream's `thumbnailUrl`, for cards and lists. */
export function smallThumbnail(thumbnailUrl: string): string {
  return thumbnailUrl.replace(/\.webp$/, '-small.webp')
}

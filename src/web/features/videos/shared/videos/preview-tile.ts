import type { CSSProperties } from 'react'
import type { PreviewStrip } from '#shared/videos/videos.ts'

/** Returns the styles of an element that shows one frame of a preview image, enlarged by `scale`. */
export function previewTileStyle(
  { url, columns, tileWidth, tileHeight }: PreviewStrip,
  tile: number,
  scale: number,
): CSSProperties {
  const [width, height] = [tileWidth * scale, tileHeight * scale]
  return {
    boxSizing: 'content-box',
    width,
    height,
    backgroundImage: `url("${url}")`,
    backgroundSize: `${width * columns}px auto`,
    backgroundPosition: `${-(tile % columns) * width}px ${-Math.floor(tile / columns) * height}px`,
  }
}

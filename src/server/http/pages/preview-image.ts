import { createHash } from 'node:crypto'

/** The kinds of records whose preview has a picture of its own. */
export type PreviewKind = 'post' | 'profile' | 'stream' | 'video'

type Size = { width: number; height: number }

/** A stored picture as other sites get it: a JPEG of exactly this size, made when it is first requested. */
export type PreviewImage = Size & {
  /** The storage key of the picture. */
  key: string
  /** Relative URL of the JPEG. Another picture or size has another URL, as other sites cache by it. */
  url: string
}

/**
 * Describes the picture of a record's preview; null without one. `source` is its storage key, or its URL on this site. `size` is
 * that of the stored picture, or another one of its shape.
 */
export function previewImage(
  record: { kind: PreviewKind; id: string },
  source: string | null,
  size: Size,
): PreviewImage | null {
  const key = source?.replace(/^\/files\//, '')
  if (!key?.endsWith('.webp')) return null
  const { width, height } = fitted(size)
  const version = createHash('sha256').update(`${key} ${width} ${height}`).digest('hex').slice(0, 16)
  return { key, url: `/previews/${record.kind}/${record.id}/${version}.jpg`, width, height }
}

/** Other sites show no larger picture, in pixels. */
const MAX_SIDE = 1280

function fitted({ width, height }: Size): Size {
  const scale = Math.min(1, MAX_SIDE / Math.max(width, height))
  const scaled = (side: number) => Math.max(1, Math.round(side * scale))
  return { width: scaled(width), height: scaled(height) }
}

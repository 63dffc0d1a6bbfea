type Size = { width: number; height: number }

/** A square crop: its centre as fractions of the image's width and height; zoom 1 is the largest square. */
export type Crop = { zoom: number; x: number; y: number }

export const MAX_ZOOM = 4
/** The largest centred square. */
export const INITIAL_CROP: Crop = { zoom: 1, x: 0.5, y: 0.5 }

/** Returns the square in pixels of the image. */
export function cropSquare({ zoom, x, y }: Crop, { width, height }: Size) {
  const side = Math.min(width, height) / zoom
  return { left: x * width - side / 2, top: y * height - side / 2, side }
}

/** Moves the square by fractions of its side, clamped to the image. */
export function moveCrop(crop: Crop, size: Size, right: number, down: number): Crop {
  const { side } = cropSquare(crop, size)
  return clampToImage(
    { ...crop, x: crop.x + (right * side) / size.width, y: crop.y + (down * side) / size.height },
    size,
  )
}

/** Sets the zoom around the square's centre, clamped to `MAX_ZOOM` and to the image. */
export function zoomCrop(crop: Crop, size: Size, zoom: number): Crop {
  return clampToImage({ ...crop, zoom: Math.min(MAX_ZOOM, Math.max(1, zoom)) }, size)
}

function clampToImage(crop: Crop, size: Size): Crop {
  const { side } = cropSquare(crop, size)
  const [marginX, marginY] = [side / 2 / size.width, side / 2 / size.height]
  return {
    ...crop,
    x: Math.min(1 - marginX, Math.max(marginX, crop.x)),
    y: Math.min(1 - marginY, Math.max(marginY, crop.y)),
  }
}

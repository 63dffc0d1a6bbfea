type Size = { width: number; height: number }

/** A square of a picture: its centre in parts of width and height, and how much smaller than the picture it is. */
export type Crop = { zoom: number; x: number; y: number }

export const MAX_ZOOM = 4
/** The largest square, in the middle. */
export const MIDDLE: Crop = { zoom: 1, x: 0.5, y: 0.5 }

/** The square in the picture's pixels. */
export function squareOf({ zoom, x, y }: Crop, { width, height }: Size) {
  const side = Math.min(width, height) / zoom
  return { left: x * width - side / 2, top: y * height - side / 2, side }
}

/** Moves the square over the picture, by parts of its own side; it stays inside. */
export function moved(crop: Crop, size: Size, right: number, down: number): Crop {
  const { side } = squareOf(crop, size)
  return inside(
    { ...crop, x: crop.x + (right * side) / size.width, y: crop.y + (down * side) / size.height },
    size,
  )
}

/** Makes the square smaller or larger around its centre; it stays inside. */
export function zoomed(crop: Crop, size: Size, zoom: number): Crop {
  return inside({ ...crop, zoom: Math.min(MAX_ZOOM, Math.max(1, zoom)) }, size)
}

function inside(crop: Crop, size: Size): Crop {
  const { side } = squareOf(crop, size)
  const [marginX, marginY] = [side / 2 / size.width, side / 2 / size.height]
  return {
    ...crop,
    x: Math.min(1 - marginX, Math.max(marginX, crop.x)),
    y: Math.min(1 - marginY, Math.max(marginY, crop.y)),
  }
}

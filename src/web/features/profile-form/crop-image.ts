import { type Crop, squareOf } from './crop.ts'

/** Pixels of what is sent at most: twice what the site shows, for the server to make its sizes from. */
const SIDE = 1024

/** Cuts the square out of a loaded picture, as a file to upload. Rejects when the browser cannot draw it. */
export async function cropImage(picture: HTMLImageElement, crop: Crop): Promise<File> {
  const { naturalWidth: width, naturalHeight: height } = picture
  const { left, top, side } = squareOf(crop, { width, height })
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = Math.max(1, Math.min(SIDE, Math.round(side)))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('this browser draws no pictures')
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, left, top, side, side, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.92))
  if (!blob) throw new Error('the picture could not be written')
  // A browser that writes no WebP writes PNG: its type says which.
  return new File([blob], 'face', { type: blob.type })
}

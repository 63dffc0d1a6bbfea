import { type Crop, cropSquare } from './crop.ts'

/** Maximum side of the uploaded image in px: twice the largest size shown; the server scales it down. */
const MAX_SIDE = 1024

/** Crops a loaded image to the square and returns a file to upload. Rejects when the browser cannot draw it. */
export async function cropImage(image: HTMLImageElement, crop: Crop): Promise<File> {
  const { naturalWidth: width, naturalHeight: height } = image
  const { left, top, side } = cropSquare(crop, { width, height })
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = Math.max(1, Math.min(MAX_SIDE, Math.round(side)))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('canvas 2D context is not available')
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, left, top, side, side, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.92))
  if (!blob) throw new Error('canvas could not be encoded')
  // A browser that cannot encode WebP returns PNG, with that type.
  return new File([blob], 'face', { type: blob.type })
}

import { defineFeature } from '#server/feature.ts'
import { mountPreviewImages } from './routes.ts'

/**
 * Serves the images of link previews as JPEG, since many sites and messengers show no WebP. Each request checks whether
 * visitors may see the record with this image, so that a removed image is gone at once.
 */
export const previewImagesFeature = defineFeature({
  name: 'preview-images',
  routes: mountPreviewImages,
})

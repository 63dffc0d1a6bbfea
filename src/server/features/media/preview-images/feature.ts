import { defineFeature } from '#server/feature.ts'
import { mountPreviewImages } from './routes.ts'

/**
 * Serves the pictures of link previews as JPEG, since many sites and messengers show no WebP. Each request asks again
 * whether visitors may see the record with this picture, so that a removed one is gone at once.
 */
export const previewImagesFeature = defineFeature({
  name: 'preview-images',
  routes: mountPreviewImages,
})

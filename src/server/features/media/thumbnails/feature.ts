import { defineFeature } from '#server/feature.ts'
import { mountThumbnails } from './routes.ts'
import { THUMBNAILS_FOLDER } from './thumbnails.ts'

/** Shows a user the thumbnail of an image URL as viewers will see it, before the stream is created. */
export const thumbnailsFeature = defineFeature({
  name: 'thumbnails',
  routes: mountThumbnails,
  // The form fetches the preview as bytes.
  contentSources: { imgSrc: ['blob:'] },
  publicFolders: [THUMBNAILS_FOLDER],
})

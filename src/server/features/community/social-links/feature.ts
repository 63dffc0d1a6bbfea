import { defineFeature } from '#server/feature.ts'
import { mountSocialLinks } from './routes.ts'

export const socialLinks = defineFeature({
  name: 'social-links',
  routes: mountSocialLinks,
})

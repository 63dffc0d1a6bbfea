import { defineFeature } from '#server/feature.ts'
import { mountSitemap } from './routes.ts'

/** `/sitemap.xml` with everything that visitors may open, and `/robots.txt`, which names it. */
export const sitemapFeature = defineFeature({
  name: 'sitemap',
  routes: mountSitemap,
})

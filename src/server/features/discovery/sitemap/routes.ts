import { ttlCache } from '#server/concurrency/ttl-cache.ts'
import type { Context, Mount } from '#server/feature.ts'
import { renderSitemap } from './sitemap-document.ts'
import { listProfiles, listStreams, listVideos } from './queries.ts'

export const mountSitemap: Mount = (app, { config, db }) => {
  const { publicUrl, countsMs } = config
  const read = ttlCache(countsMs, () => readSitemap(db, publicUrl))
  const options = { config: { access: 'anyone' } } as const

  app.get('/sitemap.xml', options, async (_request, reply) =>
    reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', 'public, max-age=600')
      .send(await read()),
  )
  app.get('/robots.txt', options, async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(`User-agent: *\nAllow: /\nSitemap: ${new URL('/sitemap.xml', publicUrl).href}\n`),
  )
}

async function readSitemap(db: Context['db'], publicUrl: URL): Promise<string> {
  const [videos, streams, profiles] = await Promise.all([listVideos(db), listStreams(db), listProfiles(db)])
  return renderSitemap((path) => new URL(path, publicUrl).href, { videos, streams, profiles })
}

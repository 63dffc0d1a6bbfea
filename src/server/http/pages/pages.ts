import { createHash, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { PAGES, REDIRECTS } from '#shared/pages.ts'
import { refusalOf } from '#server/http/access.ts'
import { notFound } from '#server/http/errors.ts'
import { isApiPath } from '#server/http/api-path.ts'
import { navigation } from '#server/http/navigation.ts'
import { type Preview, type Previews, headOf } from './previews.ts'
import { withoutSecretQuery } from '#server/http/request-log.ts'

const BOOT = '<!--boot-->'
const HEAD = /<!--head-->[\s\S]*<!--\/head-->/

/** The built site: one document that every page starts from, and what its one inline script hashes to. */
export type Site = { root: string; document: string; scriptHash: string }

export async function readSite(root: string): Promise<Site> {
  const document = await readFile(path.join(root, 'index.html'), 'utf8')
  const [, script] = /<script>([\s\S]*?)<\/script>/.exec(document) ?? []
  if (!document.includes(BOOT) || !HEAD.test(document) || script === undefined)
    throw new Error(`${root} holds no built site`)
  return { root, document, scriptHash: createHash('sha256').update(script).digest('base64') }
}

/** The hashed files of the build, without a look at the session. */
export async function assets(app: FastifyInstance, site: Site): Promise<void> {
  await app.register(fastifyStatic, {
    root: site.root,
    index: false,
    globIgnore: ['index.html', '**/*.br', '**/*.gz'],
    // The build has compressed them once, better than there is time for at each request.
    preCompressed: true,
    wildcard: false,
    setHeaders(response, file) {
      const isHashed = file.includes(`${path.sep}assets${path.sep}`)
      response.header(
        'cache-control',
        isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      )
    },
  })
}

type PageOptions = {
  site: Site
  /** The site's name as it is now, and its own address. */
  name: () => string
  publicUrl: () => string
  previews: Previews
  /** What every page starts with; the browser reads it from the document. */
  loadBoot: (request: FastifyRequest) => Promise<unknown>
  visitorCookie: { name: string; secure: boolean }
}

/** Every page of the site. The member comes with the document, so that no page has to ask first. */
export function pages(app: FastifyInstance, options: PageOptions): void {
  const { previews } = options
  for (const page of PAGES) {
    navigation(app, page.path, async (request, reply) => {
      const refusal = refusalOf(page.access, request.user)
      if (refusal === 'sign_in')
        return reply.redirect(`/auth/login?returnTo=${encodeURIComponent(request.url)}`)
      if (refusal === 'not_found') return sendPage(options, { request, reply }, 404)
      return sendPage(options, { request, reply }, 200, await previewOf(previews, page.path, request))
    })
  }
  for (const [from, to] of Object.entries(REDIRECTS))
    navigation(app, from, async (_request, reply) => reply.redirect(to))
  navigation(app, '/*', async (request, reply) => {
    if (isApiPath(request.url)) throw notFound()
    return sendPage(options, { request, reply }, 404)
  })
}

/** Without it the page is there as well. */
async function previewOf(
  previews: Previews,
  path: (typeof PAGES)[number]['path'],
  request: FastifyRequest,
): Promise<Preview | undefined> {
  try {
    // Boundary: Fastify parses the parameters of every path into an object of texts.
    const params = request.params as Record<string, string | undefined>
    return await previews.find(path, params, request)
  } catch (error) {
    request.log.warn({ err: error }, 'a page goes without its preview')
    return undefined
  }
}

async function sendPage(
  { site, name, publicUrl, loadBoot, visitorCookie }: PageOptions,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  status: number,
  preview?: Preview,
) {
  const boot = await loadBoot(request)
  if (!request.user && !request.cookies[visitorCookie.name]) {
    const { name: cookie, secure } = visitorCookie
    reply.setCookie(cookie, randomUUID(), { path: '/', httpOnly: true, sameSite: 'lax', secure })
  }
  const about = {
    name: name(),
    description: request.translate('site.description'),
    url: publicUrl(),
    image: '/card.png',
  }
  const path = request.url.split('?')[0] ?? '/'
  // The logs of a proxy may hold referrers.
  if (withoutSecretQuery(request.url) !== request.url) reply.header('referrer-policy', 'no-referrer')
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(
      site.document.replace(HEAD, () => headOf(about, path, preview)).replace(BOOT, () => bootScript(boot)),
    )
}

/** JSON that no text in it can end the script element of. */
function bootScript(boot: unknown): string {
  return `<script type="application/json" id="boot">${JSON.stringify(boot).replaceAll('<', '\\u003c')}</script>`
}

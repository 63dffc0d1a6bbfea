import { createHash, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { PAGES, REDIRECTS, isEmbed } from '#shared/pages.ts'
import { ROLE_PAGES } from '#shared/role-pages.ts'
import { type Caller, refusalOf } from '#server/http/access.ts'
import { notFound } from '#server/http/errors.ts'
import { databaseFailureOf } from '#server/db/database-failure.ts'
import { isApiPath } from '#server/http/api-path.ts'
import { navigation } from '#server/http/navigation.ts'
import { canonicalAddress } from './canonical-address.ts'
import { type PagePath, type Preview, type Previews, renderHead } from './previews.ts'
import { withoutSecret } from '#server/http/request-log.ts'

const BOOT = '<!--boot-->'
const HEAD = /<!--head-->[\s\S]*<!--\/head-->/

/** The built site: the document of every page, that of the checkout, and the hash of the inline script of each. */
export type Site = {
  root: string
  document: string
  /** SHA-256, base64. */
  scriptHash: string
  checkout: string
  checkoutScriptHash: string
}

export async function readSite(root: string): Promise<Site> {
  const [document, checkout] = await Promise.all(
    ['index.html', 'checkout.html'].map((file) => readFile(path.join(root, file), 'utf8')),
  )
  const [scriptHash, checkoutScriptHash] = [hashOfScript(document), hashOfScript(checkout)]
  if (!document?.includes(BOOT) || !HEAD.test(document) || !checkout || !scriptHash || !checkoutScriptHash)
    throw new Error(`${root} has no built site`)
  return { root, document, scriptHash, checkout, checkoutScriptHash }
}

function hashOfScript(document = ''): string | null {
  const [, script] = /<script>([\s\S]*?)<\/script>/.exec(document) ?? []
  return script === undefined ? null : createHash('sha256').update(script).digest('base64')
}

/** Serves the files of the build, without a session lookup. */
export async function assets(app: FastifyInstance, site: Site): Promise<void> {
  await app.register(fastifyStatic, {
    root: site.root,
    index: false,
    globIgnore: ['index.html', 'checkout.html', '**/*.br', '**/*.gz'],
    // The build has compressed them, at a level that is too slow for each request.
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
  /** The site's current name. */
  name: () => string
  publicUrl: () => string
  previews: Previews
  /** Loads the data that every page starts with; the browser reads it from the document. */
  loadBoot: (user: Caller | null) => Promise<unknown>
  visitorCookie: { name: string; secure: boolean }
}

/** Mounts every page of the site. The document includes the current user, so that no page has to load it first. */
export function pages(app: FastifyInstance, options: PageOptions): void {
  const { previews } = options
  for (const page of [...PAGES, ...ROLE_PAGES]) {
    if (isEmbed(page.path)) {
      embedPage(app, options, page.path)
      continue
    }
    navigation(app, page.path, async (request, reply) => {
      const address = canonicalAddress(pathOf(request))
      const refusal = refusalOf(page.access, request.user)
      if (refusal === 'not_found') return sendPage(options, { request, reply }, 404)
      // A UUID with capitals.
      if (address) return redirectTo(address.path, { request, reply })
      if (refusal === 'sign_in')
        return reply.redirect(`/auth/login?returnTo=${encodeURIComponent(request.url)}`)
      const { status, preview } = await findRecord(previews, page.path, request)
      return sendPage(options, { request, reply }, status, preview)
    })
  }
  for (const [from, to] of Object.entries(REDIRECTS))
    navigation(app, from, async (request, reply) => reply.redirect(to + queryOf(request)))
  navigation(app, '/*', async (request, reply) => {
    if (isApiPath(request.url)) throw notFound()
    const address = canonicalAddress(pathOf(request))
    if (address && refusalOf(address.access, request.user) !== 'not_found')
      return redirectTo(address.path, { request, reply })
    return sendPage(options, { request, reply }, 404)
  })
}

type Exchange = { request: FastifyRequest; reply: FastifyReply }

const pathOf = ({ url }: FastifyRequest) => url.split('?', 1)[0] ?? '/'
const queryOf = (request: FastifyRequest) => request.url.slice(pathOf(request).length)

/** Sends readers to the one address of a page, with their query. */
function redirectTo(path: string, { request, reply }: Exchange) {
  return reply.header('cache-control', 'no-store').redirect(path + queryOf(request), 308)
}

/**
 * Mounts a page that other sites may frame: the same for everyone, so that a click that another site provokes is not
 * made in the name of a user. 404 for what visitors cannot see.
 */
function embedPage(app: FastifyInstance, options: PageOptions, path: PagePath): void {
  const send = async (request: FastifyRequest, reply: FastifyReply) => {
    const address = canonicalAddress(pathOf(request))
    if (address) return redirectTo(address.path, { request, reply })
    const preview = await options.previews.find(path, paramsOf(request), request)
    return sendPage(options, { request, reply }, preview ? 200 : 404, preview, null)
  }
  navigation(app, path, send, { allowFraming: true })
}

/**
 * Returns the preview of a page, and 404 if its record is absent; a failure is logged, and the page is sent without it. While the
 * database does not respond, a member's page would next wait for the member's row: it fails at once.
 */
async function findRecord(
  previews: Previews,
  path: PagePath,
  request: FastifyRequest,
): Promise<{ status: 200 | 404; preview?: Preview | undefined }> {
  const params = paramsOf(request)
  try {
    const preview = await previews.find(path, params, request)
    const isAbsent = await previews.isAbsent(path, params, { user: request.user, preview })
    return { status: isAbsent ? 404 : 200, preview }
  } catch (error) {
    if (request.user && databaseFailureOf(error)) throw error
    request.log.warn({ err: error }, 'a page is sent without its preview')
    return { status: 200 }
  }
}

// Boundary: Fastify parses the parameters of every path into an object of strings.
const paramsOf = ({ params }: FastifyRequest) => params as Record<string, string | undefined>

async function sendPage(
  { site: { document }, name, publicUrl, loadBoot, visitorCookie }: PageOptions,
  { request, reply }: Exchange,
  status: number,
  preview?: Preview,
  user = request.user,
) {
  const boot = await loadBoot(user)
  if (!request.user && !request.cookies[visitorCookie.name]) {
    const { name: cookie, secure } = visitorCookie
    reply.setCookie(cookie, randomUUID(), { path: '/', httpOnly: true, sameSite: 'lax', secure })
  }
  const site = {
    name: name(),
    description: request.translate('site.description'),
    url: publicUrl(),
  }
  const path = pathOf(request)
  // The logs of a proxy may have referrers.
  if (withoutSecret(request.url) !== request.url) reply.header('referrer-policy', 'no-referrer')
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(document.replace(HEAD, () => renderHead(site, path, preview)).replace(BOOT, () => bootScript(boot)))
}

/** Returns the boot data as a script element; `<` is escaped, so that no text can close the element. */
function bootScript(boot: unknown): string {
  return `<script type="application/json" id="boot">${JSON.stringify(boot).replaceAll('<', '\\u003c')}</script>`
}

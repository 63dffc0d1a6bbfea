import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'

/** External sources that pages load from, for the Content Security Policy. */
export type ContentSources = {
  imgSrc?: readonly string[]
  mediaSrc?: readonly string[]
  frameSrc?: readonly string[]
}

type Options = {
  /** SHA-256 hash (base64) of the document's inline script. */
  scriptHash: string
  publicUrl: URL
  /** The sources of all features. */
  contentSources: readonly ContentSources[]
  /** The document of the checkout: its inline script, and the hosts of the payment provider's SDK. */
  checkout: { scriptHash: string; hosts: readonly string[] }
}

/**
 * Sets the security headers of every response. The policy allows the site's files, one inline script, and the features'
 * sources.
 */
export function securityHeaders(app: FastifyInstance, options: Options): void {
  const isHttps = options.publicUrl.protocol === 'https:'
  const directives = directivesOf(options)
  const shared = { hsts: isHttps, referrerPolicy: { policy: 'same-origin' } } as const
  const headers = headersOf(helmet({ ...shared, contentSecurityPolicy: { useDefaults: false, directives } }))
  const framedHeaders = headersOf(
    helmet({
      ...shared,
      contentSecurityPolicy: { useDefaults: false, directives: { ...directives, frameAncestors: ['*'] } },
      frameguard: false,
      crossOriginResourcePolicy: { policy: 'cross-origin' },
    }),
  )
  const checkoutHeaders = headersOf(
    helmet({
      ...shared,
      contentSecurityPolicy: { useDefaults: false, directives: checkoutDirectives(options.checkout) },
      frameguard: { action: 'sameorigin' },
      // The provider's window stays connected to the page that opened it.
      crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    }),
  )
  app.addHook('onRequest', ({ routeOptions: { config } }, reply, done) => {
    reply.raw.setHeaders(config.isCheckout ? checkoutHeaders : config.allowFraming ? framedHeaders : headers)
    done()
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Other sites may frame the page: it must do nothing in the name of its user. */
    allowFraming?: boolean
    /** The document of the checkout: pages of this site may frame it, and it loads the payment provider's SDK. */
    isCheckout?: boolean
  }
}

function directivesOf({ scriptHash, contentSources }: Options) {
  const declared = (directive: keyof ContentSources) => [
    ...new Set(contentSources.flatMap((sources) => sources[directive] ?? [])),
  ]
  return {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'", `'sha256-${scriptHash}'`],
    // The dialogs' scroll lock writes a style element.
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", ...declared('imgSrc')],
    mediaSrc: ["'self'", ...declared('mediaSrc')],
    connectSrc: ["'self'"],
    frameSrc: declared('frameSrc'),
    objectSrc: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
  }
}

/** The SDK draws its buttons in frames of the provider, and adds style elements. */
function checkoutDirectives({ scriptHash, hosts }: Options['checkout']) {
  return {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'", `'sha256-${scriptHash}'`, ...hosts],
    styleSrc: hosts.length > 0 ? ["'self'", "'unsafe-inline'"] : ["'self'"],
    imgSrc: ["'self'", ...hosts],
    connectSrc: ["'self'", ...hosts],
    frameSrc: hosts.length > 0 ? [...hosts] : ["'none'"],
    objectSrc: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'self'"],
  }
}

/** Returns the headers that helmet sets, computed once: per request they would cost more than a small response. */
function headersOf(setHeaders: ReturnType<typeof helmet>): Map<string, string> {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  setHeaders(request, response, () => {})
  response.setHeader(
    'permissions-policy',
    'camera=(self), microphone=(self), display-capture=(self), geolocation=()',
  )
  return new Map(Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]))
}

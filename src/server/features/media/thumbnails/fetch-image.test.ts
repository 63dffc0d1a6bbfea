import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { expect, onTestFinished, test, vi } from 'vitest'
import { fetchImage } from './fetch-image.ts'
import { type FetchRules, PUBLIC_WEB_RULES } from './fetch-rules.ts'
import { type TestSite, fetchRulesFor, startTestSite } from './test-site.ts'

const IMAGE = Buffer.from('the bytes of a picture')
const sendImage: RequestListener = (_request, response) => response.end(IMAGE)
const redirectTo =
  (target: string, status = 302): RequestListener =>
  (_request, response) =>
    response.writeHead(status, { location: target }).end()
const NEVER = new AbortController().signal

async function siteWith(...options: Parameters<typeof startTestSite>): Promise<TestSite> {
  const site = await startTestSite(...options)
  onTestFinished(() => site.close())
  return site
}

function fetchFrom(address: string, rules: FetchRules, stop = NEVER): Promise<Buffer> {
  return fetchImage(new URL(address), rules, stop)
}

test('an image is fetched by host name, without headers that identify the user', async () => {
  const site = await siteWith(sendImage)
  const rules = fetchRulesFor(site, { resolve: async () => ['127.0.0.1'] })

  expect(await fetchFrom(`http://pictures.test:${site.port}/a.png?b=c#d`, rules)).toEqual(IMAGE)
  const [request] = site.requests
  expect(request).toMatchObject({ method: 'GET', url: '/a.png?b=c' })
  expect(request?.headers).toEqual({
    host: `pictures.test:${site.port}`,
    accept: 'image/*',
    'accept-encoding': 'identity',
    'user-agent': 'CreativeWave',
    connection: 'close',
  })
})

test.each([
  'http://someone@127.0.0.1/',
  'http://:secret@127.0.0.1/',
  'http://127.0.0.1:22/',
  'https://127.0.0.1:8443/',
  'ftp://127.0.0.1/',
  'file:///etc/passwd',
  'data:image/png;base64,AA==',
])('%s is refused without a look-up', async (address) => {
  const isAllowedAddress = vi.fn<FetchRules['isAllowedAddress']>(() => true)
  await expect(fetchFrom(address, { ...PUBLIC_WEB_RULES, isAllowedAddress })).rejects.toMatchObject({
    problem: 'address',
  })
  expect(isAllowedAddress).not.toHaveBeenCalled()
})

test.each([
  'http://127.0.0.1/',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://0177.0.0.1/',
  'http://0/',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://169.254.169.254/latest/meta-data/',
  'http://10.0.0.1/',
])('%s is refused before a connection is made', async (address) => {
  const site = await siteWith(sendImage)
  const url = new URL(address)
  url.port = String(site.port)
  const rules = { ...PUBLIC_WEB_RULES, ports: [site.port] }

  await expect(fetchFrom(url.href, rules)).rejects.toMatchObject({ problem: 'unreachable', cause: undefined })
  expect(site.requests).toEqual([])
})

test.each([
  ['to this machine', ['127.0.0.1']],
  ['to this machine in IPv6', ['::1']],
  ['to this machine after a public address', ['93.184.215.14', '127.0.0.1']],
  ['nowhere', []],
])('a name that resolves %s is refused before a connection is made', async (_name, addresses) => {
  const site = await siteWith(sendImage)
  const rules = { ...PUBLIC_WEB_RULES, ports: [site.port], resolve: async () => addresses }

  const fetched = fetchFrom(`http://pictures.test:${site.port}/`, rules)
  await expect(fetched).rejects.toMatchObject({ problem: 'unreachable', cause: undefined })
  expect(site.requests).toEqual([])
})

test('the names of this machine are refused', async () => {
  const site = await siteWith(sendImage)
  const rules = { ...PUBLIC_WEB_RULES, ports: [site.port], timeoutMs: 2000 }

  for (const name of ['localhost', 'localhost.', 'app.localhost'])
    await expect(fetchFrom(`http://${name}:${site.port}/`, rules)).rejects.toHaveProperty('problem')
  expect(site.requests).toEqual([])
})

// Only on Linux can a server listen on all of 127.0.0.0/8.
const isLoopbackRangeMissing = process.platform !== 'linux'

test.skipIf(isLoopbackRangeMissing)('a DNS response that changes after the check has no effect', async () => {
  const site = await siteWith(sendImage)
  const internal = await siteWith(sendImage, { host: '127.0.0.2', port: site.port })
  const dnsResponses = [['127.0.0.1'], ['127.0.0.2'], ['127.0.0.2']]
  const resolve = vi.fn<FetchRules['resolve']>(async () => dnsResponses.shift() ?? [])
  const address = `http://pictures.test:${site.port}/`

  expect(await fetchFrom(address, fetchRulesFor(site, { resolve }))).toEqual(IMAGE)
  expect(resolve).toHaveBeenCalledOnce()
  await expect(fetchFrom(address, fetchRulesFor(site, { resolve }))).rejects.toMatchObject({
    problem: 'unreachable',
  })
  expect([site.requests.length, internal.requests.length]).toEqual([1, 0])
})

test
  .skipIf(isLoopbackRangeMissing)
  .each(['http://127.0.0.2:PORT/', '//127.0.0.2:PORT/', 'http://inner.test:PORT/'])(
  'a redirect to %s is not followed',
  async (target) => {
    const site = await siteWith((request, response) =>
      redirectTo(target.replace('PORT', String(request.socket.localPort)))(request, response),
    )
    const internal = await siteWith(sendImage, { host: '127.0.0.2', port: site.port })
    const resolve = async (host: string) => [host === 'inner.test' ? '127.0.0.2' : '127.0.0.1']

    const fetched = fetchFrom(`http://pictures.test:${site.port}/`, fetchRulesFor(site, { resolve }))
    await expect(fetched).rejects.toMatchObject({ problem: 'unreachable', cause: undefined })
    expect([site.requests.length, internal.requests.length]).toEqual([1, 0])
  },
)

test.each([
  'http://someone:secret@127.0.0.1/',
  'http://127.0.0.1:22/',
  'file:///etc/passwd',
  'gopher://127.0.0.1/',
])('a redirect to %s is not followed', async (target) => {
  const site = await siteWith(redirectTo(target))
  await expect(fetchFrom(site.url, fetchRulesFor(site))).rejects.toMatchObject({ problem: 'unreachable' })
  expect(site.requests).toHaveLength(1)
})

test('three redirects are followed, four are not', async () => {
  const site = await siteWith((request, response) => {
    const left = Number(request.url?.slice(1))
    const handle = left === 0 ? sendImage : redirectTo(`/${left - 1}`, [301, 302, 307, 308][left - 1])
    handle(request, response)
  })

  expect(await fetchFrom(`${site.url}/3`, fetchRulesFor(site))).toEqual(IMAGE)
  await expect(fetchFrom(`${site.url}/4`, fetchRulesFor(site))).rejects.toMatchObject({
    problem: 'unreachable',
  })
  expect(site.requests.map(({ url }) => url)).toEqual(['/3', '/2', '/1', '/0', '/4', '/3', '/2', '/1'])
})

test('a cookie that a redirect sets is not sent on', async () => {
  const site = await siteWith((request, response) => {
    if (request.url !== '/') return sendImage(request, response)
    response.writeHead(302, { location: '/picture', 'set-cookie': 'a=b' }).end()
  })

  await fetchFrom(site.url, fetchRulesFor(site))
  expect(site.requests.map(({ headers }) => headers.cookie)).toEqual([undefined, undefined])
})

test.each<[string, RequestListener]>([
  ['404', (_request, response) => response.writeHead(404).end(IMAGE)],
  ['500', (_request, response) => response.writeHead(500).end(IMAGE)],
  ['204', (_request, response) => response.writeHead(204).end()],
  ['206', (_request, response) => response.writeHead(206).end(IMAGE)],
  ['a redirect without a location', (_request, response) => response.writeHead(302).end()],
  ['a redirect to an invalid URL', redirectTo('http://')],
  [
    'a protocol switch',
    (request) => request.socket.end('HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
  ],
  ['another protocol than HTTP', (request) => request.socket.end('220 mail.example.org ESMTP\r\n')],
  ['a closed connection', (request) => request.socket.destroy()],
  [
    'a truncated body',
    (_request, response) => {
      response.writeHead(200, { 'content-length': 1000 }).write(IMAGE, () => response.destroy())
    },
  ],
])('a response of %s is refused', async (_name, handle) => {
  const site = await siteWith(handle)
  await expect(fetchFrom(site.url, fetchRulesFor(site))).rejects.toMatchObject({ problem: 'unreachable' })
})

test('an unreachable site is refused', async () => {
  const site = await siteWith(sendImage)
  const rules = fetchRulesFor(site, { ports: [1] })
  await expect(fetchFrom('http://127.0.0.1:1/', rules)).rejects.toMatchObject({ problem: 'unreachable' })
})

test('an image of exactly the maximum size is accepted', async () => {
  const site = await siteWith(sendImage)
  const rules = fetchRulesFor(site, { maxBytes: IMAGE.length })
  expect(await fetchFrom(site.url, rules)).toEqual(IMAGE)
})

test('an image whose content-length is too large is not read', async () => {
  let sent = 0
  const site = await siteWith((_request, response) => {
    response.writeHead(200, { 'content-length': 1001 }).flushHeaders()
    response.on('close', () => (sent = response.socket?.bytesWritten ?? 0))
  })
  const rules = fetchRulesFor(site, { maxBytes: 1000 })
  await expect(fetchFrom(site.url, rules)).rejects.toMatchObject({ problem: 'tooLarge' })
  expect(sent).toBeLessThan(1000)
})

test('a body without an end is aborted at the maximum size', async () => {
  let responseClosed: Promise<unknown> | undefined
  const site = await siteWith((_request, response) => {
    responseClosed = once(response, 'close')
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(1000)));
    }
    response.on('drain', more)
    more()
  })
  const rules = fetchRulesFor(site, { maxBytes: 100_000 })
  await expect(fetchFrom(site.url, rules)).rejects.toMatchObject({ problem: 'tooLarge' })
  await responseClosed
})

const SHORT_TIMEOUT = { timeoutMs: 150 }

test.each<[string, RequestListener]>([
  ['never responds', () => {}],
  ['never ends', (_request, response) => void response.writeHead(200).write(IMAGE)],
  [
    'redirects and never responds',
    (request, response) => {
      if (request.url === '/') redirectTo('/picture')(request, response)
    },
  ],
])('the fetch from a site that %s times out', async (_name, handle) => {
  let left: Promise<unknown> | undefined
  const site = await siteWith((request, response) => {
    left = once(request.socket, 'close')
    handle(request, response)
  })
  await expect(fetchFrom(site.url, fetchRulesFor(site, SHORT_TIMEOUT))).rejects.toMatchObject({
    problem: 'tooSlow',
  })
  await left
})

test('the fetch times out when the name server never responds', async () => {
  const site = await siteWith(sendImage)
  const resolve = (_host: string, signal: AbortSignal) =>
    once(signal, 'abort').then((): string[] => {
      throw signal.reason
    })
  const rules = fetchRulesFor(site, { ...SHORT_TIMEOUT, resolve })
  await expect(fetchFrom('http://pictures.test/', { ...rules, ports: [80] })).rejects.toMatchObject({
    problem: 'tooSlow',
  })
})

test('an aborted fetch closes its connection', async () => {
  const stop = new AbortController()
  let left: Promise<unknown> | undefined
  const site = await siteWith((request) => {
    left = once(request.socket, 'close')
    stop.abort()
  })
  await expect(fetchFrom(site.url, fetchRulesFor(site), stop.signal)).rejects.toHaveProperty('problem')
  await left
})

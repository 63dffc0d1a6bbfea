import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { expect, onTestFinished, test, vi } from 'vitest'
import { fetchPicture } from './fetch-picture.ts'
import { type FetchRules, PUBLIC_WEB } from './fetch-rules.ts'
import { type TestSite, rulesFor, startSite } from './test-site.ts'

const PICTURE = Buffer.from('the bytes of a picture')
const sendPicture: RequestListener = (_request, response) => response.end(PICTURE)
const redirectTo =
  (target: string, status = 302): RequestListener =>
  (_request, response) =>
    response.writeHead(status, { location: target }).end()
const NEVER = new AbortController().signal

async function siteWith(...options: Parameters<typeof startSite>): Promise<TestSite> {
  const site = await startSite(...options)
  onTestFinished(() => site.close())
  return site
}

function fetchFrom(address: string, rules: FetchRules, stop = NEVER): Promise<Buffer> {
  return fetchPicture(new URL(address), rules, stop)
}

test('a picture is fetched by its name, without anything that says who asked', async () => {
  const site = await siteWith(sendPicture)
  const rules = rulesFor(site, { resolve: async () => ['127.0.0.1'] })

  expect(await fetchFrom(`http://pictures.test:${site.port}/a.png?b=c#d`, rules)).toEqual(PICTURE)
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
])('%s is not even tried', async (address) => {
  const isOuter = vi.fn<FetchRules['isOuter']>(() => true)
  await expect(fetchFrom(address, { ...PUBLIC_WEB, isOuter })).rejects.toMatchObject({ problem: 'address' })
  expect(isOuter).not.toHaveBeenCalled()
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
  const site = await siteWith(sendPicture)
  const url = new URL(address)
  url.port = String(site.port)
  const rules = { ...PUBLIC_WEB, ports: [site.port] }

  await expect(fetchFrom(url.href, rules)).rejects.toMatchObject({ problem: 'unreachable', cause: undefined })
  expect(site.requests).toEqual([])
})

test.each([
  ['to this machine', ['127.0.0.1']],
  ['to this machine in IPv6', ['::1']],
  ['to this machine behind an outer address', ['93.184.215.14', '127.0.0.1']],
  ['nowhere', []],
])('a name that leads %s is refused before a connection is made', async (_where, addresses) => {
  const site = await siteWith(sendPicture)
  const rules = { ...PUBLIC_WEB, ports: [site.port], resolve: async () => addresses }

  const fetched = fetchFrom(`http://pictures.test:${site.port}/`, rules)
  await expect(fetched).rejects.toMatchObject({ problem: 'unreachable', cause: undefined })
  expect(site.requests).toEqual([])
})

test('the names of this machine lead nowhere', async () => {
  const site = await siteWith(sendPicture)
  const rules = { ...PUBLIC_WEB, ports: [site.port], timeoutMs: 2000 }

  for (const name of ['localhost', 'localhost.', 'app.localhost'])
    await expect(fetchFrom(`http://${name}:${site.port}/`, rules)).rejects.toHaveProperty('problem')
  expect(site.requests).toEqual([])
})

// Only Linux has all of 127.0.0.0/8 to listen on.
const isElsewhere = process.platform !== 'linux'

test.skipIf(isElsewhere)('a name server that changes its mind after the check changes nothing', async () => {
  const site = await siteWith(sendPicture)
  const inner = await siteWith(sendPicture, { host: '127.0.0.2', port: site.port })
  const answers = [['127.0.0.1'], ['127.0.0.2'], ['127.0.0.2']]
  const resolve = vi.fn<FetchRules['resolve']>(async () => answers.shift() ?? [])
  const address = `http://pictures.test:${site.port}/`

  expect(await fetchFrom(address, rulesFor(site, { resolve }))).toEqual(PICTURE)
  expect(resolve).toHaveBeenCalledOnce()
  await expect(fetchFrom(address, rulesFor(site, { resolve }))).rejects.toMatchObject({
    problem: 'unreachable',
  })
  expect([site.requests.length, inner.requests.length]).toEqual([1, 0])
})

test.skipIf(isElsewhere).each(['http://127.0.0.2:PORT/', '//127.0.0.2:PORT/', 'http://inner.test:PORT/'])(
  'a redirect to %s is not followed',
  async (target) => {
    const site = await siteWith((request, response) =>
      redirectTo(target.replace('PORT', String(request.socket.localPort)))(request, response),
    )
    const inner = await siteWith(sendPicture, { host: '127.0.0.2', port: site.port })
    const resolve = async (host: string) => [host === 'inner.test' ? '127.0.0.2' : '127.0.0.1']

    const fetched = fetchFrom(`http://pictures.test:${site.port}/`, rulesFor(site, { resolve }))
    await expect(fetched).rejects.toMatchObject({ problem: 'unreachable', cause: undefined })
    expect([site.requests.length, inner.requests.length]).toEqual([1, 0])
  },
)

test.each([
  'http://someone:secret@127.0.0.1/',
  'http://127.0.0.1:22/',
  'file:///etc/passwd',
  'gopher://127.0.0.1/',
])('a redirect to %s is not followed', async (target) => {
  const site = await siteWith(redirectTo(target))
  await expect(fetchFrom(site.url, rulesFor(site))).rejects.toMatchObject({ problem: 'unreachable' })
  expect(site.requests).toHaveLength(1)
})

test('three redirects are followed, four are not', async () => {
  const site = await siteWith((request, response) => {
    const left = Number(request.url?.slice(1))
    const answer = left === 0 ? sendPicture : redirectTo(`/${left - 1}`, [301, 302, 307, 308][left - 1])
    answer(request, response)
  })

  expect(await fetchFrom(`${site.url}/3`, rulesFor(site))).toEqual(PICTURE)
  await expect(fetchFrom(`${site.url}/4`, rulesFor(site))).rejects.toMatchObject({ problem: 'unreachable' })
  expect(site.requests.map(({ url }) => url)).toEqual(['/3', '/2', '/1', '/0', '/4', '/3', '/2', '/1'])
})

test('a cookie that a redirect sets is not sent on', async () => {
  const site = await siteWith((request, response) => {
    if (request.url !== '/') return sendPicture(request, response)
    response.writeHead(302, { location: '/picture', 'set-cookie': 'a=b' }).end()
  })

  await fetchFrom(site.url, rulesFor(site))
  expect(site.requests.map(({ headers }) => headers.cookie)).toEqual([undefined, undefined])
})

test.each<[string, RequestListener]>([
  ['404', (_request, response) => response.writeHead(404).end(PICTURE)],
  ['500', (_request, response) => response.writeHead(500).end(PICTURE)],
  ['204', (_request, response) => response.writeHead(204).end()],
  ['a part', (_request, response) => response.writeHead(206).end(PICTURE)],
  ['a redirect to nowhere', (_request, response) => response.writeHead(302).end()],
  ['a redirect to no address', redirectTo('http://')],
  [
    'another protocol',
    (request) => request.socket.end('HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
  ],
  ['no HTTP', (request) => request.socket.end('220 mail.example.org ESMTP\r\n')],
  ['nothing', (request) => request.socket.destroy()],
  [
    'half of what it promised',
    (_request, response) => {
      response.writeHead(200, { 'content-length': 1000 }).write(PICTURE, () => response.destroy())
    },
  ],
])('a site that answers with %s has no picture', async (_what, answer) => {
  const site = await siteWith(answer)
  await expect(fetchFrom(site.url, rulesFor(site))).rejects.toMatchObject({ problem: 'unreachable' })
})

test('a site that is not there has no picture', async () => {
  const site = await siteWith(sendPicture)
  const rules = rulesFor(site, { ports: [1] })
  await expect(fetchFrom('http://127.0.0.1:1/', rules)).rejects.toMatchObject({ problem: 'unreachable' })
})

test('a picture of exactly the limit is taken', async () => {
  const site = await siteWith(sendPicture)
  const rules = rulesFor(site, { maxBytes: PICTURE.length })
  expect(await fetchFrom(site.url, rules)).toEqual(PICTURE)
})

test('a picture that says it is too large is not read', async () => {
  let sent = 0
  const site = await siteWith((_request, response) => {
    response.writeHead(200, { 'content-length': 1001 }).flushHeaders()
    response.on('close', () => (sent = response.socket?.bytesWritten ?? 0))
  })
  const rules = rulesFor(site, { maxBytes: 1000 })
  await expect(fetchFrom(site.url, rules)).rejects.toMatchObject({ problem: 'tooLarge' })
  expect(sent).toBeLessThan(1000)
})

test('a picture without an end is cut off at the limit', async () => {
  let closed: Promise<unknown> | undefined
  const site = await siteWith((_request, response) => {
    closed = once(response, 'close')
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(1000)));
    }
    response.on('drain', more)
    more()
  })
  const rules = rulesFor(site, { maxBytes: 100_000 })
  await expect(fetchFrom(site.url, rules)).rejects.toMatchObject({ problem: 'tooLarge' })
  await closed
})

const SOON = { timeoutMs: 150 }

test.each<[string, RequestListener]>([
  ['never answers', () => {}],
  ['never ends', (_request, response) => void response.writeHead(200).write(PICTURE)],
  [
    'redirects and never answers',
    (request, response) => {
      if (request.url === '/') redirectTo('/picture')(request, response)
    },
  ],
])('a site that %s is left in time', async (_what, answer) => {
  let left: Promise<unknown> | undefined
  const site = await siteWith((request, response) => {
    left = once(request.socket, 'close')
    answer(request, response)
  })
  await expect(fetchFrom(site.url, rulesFor(site, SOON))).rejects.toMatchObject({ problem: 'tooSlow' })
  await left
})

test('a name server that never answers is left in time', async () => {
  const site = await siteWith(sendPicture)
  const resolve = (_host: string, signal: AbortSignal) =>
    once(signal, 'abort').then((): string[] => {
      throw signal.reason
    })
  const rules = rulesFor(site, { ...SOON, resolve })
  await expect(fetchFrom('http://pictures.test/', { ...rules, ports: [80] })).rejects.toMatchObject({
    problem: 'tooSlow',
  })
})

test('a fetch that is given up closes its connection', async () => {
  const stop = new AbortController()
  let left: Promise<unknown> | undefined
  const site = await siteWith((request) => {
    left = once(request.socket, 'close')
    stop.abort()
  })
  await expect(fetchFrom(site.url, rulesFor(site), stop.signal)).rejects.toHaveProperty('problem')
  await left
})

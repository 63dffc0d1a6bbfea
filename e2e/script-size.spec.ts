import { readdirSync, statSync } from 'node:fs'
import { moduleGraph } from '../scripts/module-graph.ts'
import { type Stream, updateStream } from '#shared/live/streams.ts'
import { createPost, createStream, expect, type Member, test } from './support/fixtures.ts'
import {
  formatKilobytes,
  type LoadedFile,
  describeExcess,
  loadAndMeasure,
  totalBytes,
} from './support/script-size.ts'

/** Maximum bytes of scripts and message catalogues, compressed with Brotli as served, that a first visit may load. */
const MAX_LANDING_BYTES = 87_000
const MAX_HOME_BYTES = 170_000

test('the landing page needs at most 87 kB of JavaScript, and a script that exceeds the limit is named', async ({
  page,
}) => {
  const headings = [page.getByRole('heading', { level: 1 })]
  const files = await loadAndMeasure(page, '/', headings)
  report('landing', files, MAX_LANDING_BYTES)
  expect(describeExcess(files, MAX_LANDING_BYTES)).toBeNull()
  expect(scriptsOfPages(files)).toEqual(['landing'])

  const forms = readdirSync('dist/web/assets').find((name) => /^forms-.*\.js$/.test(name))
  await page.route('**/', async (route) => {
    const response = await route.fetch()
    const script = `<script type="module" src="/assets/${forms}"></script></head>`
    await route.fulfill({ response, body: (await response.text()).replace('</head>', script) })
  })
  const more = await loadAndMeasure(page, '/', headings)
  const added = more.filter(({ name }) => name === `/assets/${forms}`)
  expect(totalBytes(added)).toBe(statSync(`dist/web/assets/${forms}.br`).size)
  expect(describeExcess(more, totalBytes(more))).toBeNull()
  expect(describeExcess(more, totalBytes(more) - totalBytes(added))).toContain(`/assets/${forms}`)
})

test("a member's home needs at most 170 kB of JavaScript, and each page has a script of its own", async ({
  member,
  secondMember,
}) => {
  // With a live stream and a post, home shows all its sections.
  const { title } = await goLive(secondMember)
  const { content } = await createPost(secondMember.page)
  const home = member.page.getByRole('main')
  const files = await loadAndMeasure(member.page, '/', [
    home.getByText(title).first(),
    home.getByText(content).first(),
  ])
  report('home', files, MAX_HOME_BYTES)
  expect(describeExcess(files, MAX_HOME_BYTES)).toBeNull()
  expect(scriptsOfPages(files)).toEqual(['home'])

  // No page is in the script of another one, or in that of the site.
  const graph = moduleGraph('src/web')
  for (const start of ['main.tsx', ...PAGES.map(pageModule)]) {
    const reached = graph.reachableFrom(start)
    const pages = PAGES.map(pageModule).filter((module) => module !== start && reached.has(module))
    expect(pages, `pages that ${start} imports statically`).toEqual([])
  }
  // A live stream needs no player of recordings.
  const livePage = graph.reachableFrom('pages/stream.tsx')
  expect(livePage).toContain('features/live/live/watch/player.tsx')
  expect(livePage).not.toContain('features/videos/player/video-player.tsx')
  // The bundler names a script after the module that imports it dynamically.
  const scripts = readdirSync('dist/web/assets').map((name) => ({ name: `/assets/${name}`, bytes: 0 }))
  expect(scriptsOfPages(scripts)).toEqual(PAGES)
})

/** The modules of pages, without extension. */
const PAGES = readdirSync('src/web/pages')
  .flatMap((name) => /^([^.]+)\.tsx$/.exec(name)?.[1] ?? [])
  .toSorted()

const pageModule = (page: string) => `pages/${page}.tsx`

/** Returns the pages whose own script is one of the files. */
function scriptsOfPages(files: LoadedFile[]): string[] {
  const names = files.flatMap(({ name }) => /^\/assets\/(.+)-[\w-]{7}\.js$/.exec(name)?.[1] ?? [])
  // A script that pages share can have the name of a page.
  return PAGES.filter((page) => names.includes(page))
}

async function goLive({ page }: Member): Promise<Stream> {
  const stream = await createStream(page)
  const response = await page.request.put(updateStream.path.replace(':id', stream.id), {
    data: { isLive: true },
  })
  expect(response.status()).toBe(200)
  return stream
}

function report(page: string, files: LoadedFile[], maxBytes: number): void {
  console.log(`${formatKilobytes(totalBytes(files))} of ${formatKilobytes(maxBytes).trim()}  ${page}`)
}

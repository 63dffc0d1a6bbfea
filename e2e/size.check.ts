import { readdirSync, statSync } from 'node:fs'
import { updateStream } from '#shared/streams.ts'
import { createPost, createStream, expect, type Member, test } from './support/fixtures.ts'
import { pagesToVisit } from './support/page-addresses.ts'
import {
  formatKilobytes,
  type LoadedFile,
  describeExcess,
  loadAndMeasure,
  navigateAndMeasure,
  totalBytes,
} from './support/script-size.ts'

/** Most bytes of scripts and message catalogues, compressed with Brotli as served, that a first visit may load. */
const MAX_LANDING_BYTES = 95_000
const MAX_HOME_BYTES = 170_000

// The second test visits every page.
test.setTimeout(180_000)

test('the landing page needs at most 95 kB of JavaScript, and a script that exceeds the limit is named', async ({
  page,
}) => {
  const files = await loadAndMeasure(page, '/')
  report('landing', files, MAX_LANDING_BYTES)
  expect(describeExcess(files, MAX_LANDING_BYTES)).toBeNull()

  const forms = readdirSync('dist/web/assets').find((name) => /^forms-.*\.js$/.test(name))
  await page.route('**/', async (route) => {
    const response = await route.fetch()
    const script = `<script type="module" src="/assets/${forms}"></script></head>`
    await route.fulfill({ response, body: (await response.text()).replace('</head>', script) })
  })
  const more = await loadAndMeasure(page, '/')
  const added = more.filter(({ name }) => name === `/assets/${forms}`)
  expect(totalBytes(added)).toBe(statSync(`dist/web/assets/${forms}.br`).size)
  expect(describeExcess(more, totalBytes(more))).toBeNull()
  expect(describeExcess(more, totalBytes(more) - totalBytes(added))).toContain(`/assets/${forms}`)
})

test("a member's home needs at most 170 kB of JavaScript, and each other page loads a script of its own", async ({
  member,
  secondMember,
  page,
}) => {
  // With a live stream and a post, home shows all its sections.
  const streamId = await goLive(secondMember)
  const { id: postId } = await createPost(secondMember.page)
  const homeFiles = await loadAndMeasure(member.page, '/')
  report('home', homeFiles, MAX_HOME_BYTES)
  expect(describeExcess(homeFiles, MAX_HOME_BYTES)).toBeNull()

  const initialFiles = [...homeFiles, ...(await loadAndMeasure(page, '/'))].map(({ name }) => name)
  const pagesWithoutScript: string[] = []
  const visits = pagesToVisit({ userId: member.user.id, streamId, postId })
  for (const { path, address, isForMembers } of visits.filter(({ path }) => path !== '/')) {
    const session = isForMembers ? member.page : page
    const isOwnScript = ({ name }: LoadedFile) => name.endsWith('.js') && !initialFiles.includes(name)
    const added = await navigateAndMeasure(session, address)
    // An earlier page may have loaded the page's script: a new document lists it again.
    if (!added.some(isOwnScript) && !(await loadAndMeasure(session, address)).some(isOwnScript))
      pagesWithoutScript.push(path)
  }
  expect(pagesWithoutScript).toEqual([])
})

async function goLive({ page }: Member): Promise<string> {
  const { id } = await createStream(page)
  const response = await page.request.put(updateStream.path.replace(':id', id), { data: { isLive: true } })
  expect(response.status()).toBe(200)
  return id
}

function report(page: string, files: LoadedFile[], maxBytes: number): void {
  console.log(`${formatKilobytes(totalBytes(files))} of ${formatKilobytes(maxBytes).trim()}  ${page}`)
}

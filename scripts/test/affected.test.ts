import { expect, test } from 'vitest'
import { affectedBy } from './affected.mjs'
import { withPlanted } from '../checks/planted-violation.ts'

const FILES = {
  'src/server/features.ts':
    "import { chat } from './features/live/chat/routes.ts'\nimport { likes } from './features/community/likes/routes.ts'",
  'src/server/app.ts': "import { features } from './features.ts'\nimport { route } from './http/route.ts'",
  'src/server/http/route.ts': '',
  'src/server/testing/test-app.ts': "import { buildApp } from '../app.ts'",
  'src/server/features/live/chat/routes.ts': "import { send } from './send.ts'",
  'src/server/features/live/chat/send.ts': "import type { Like } from '../../community/likes/queries.ts'",
  'src/server/features/live/chat/chat.test.ts': "import { startTestApp } from '../../../testing/test-app.ts'",
  'src/server/features/community/likes/routes.ts': "import { findLike } from './queries.ts'",
  'src/server/features/community/likes/queries.ts': "import { post } from '../posts/queries.ts'",
  'src/server/features/community/likes/likes.test.ts':
    "import { startTestApp } from '../../../testing/test-app.ts'",
  'src/server/features/community/posts/queries.ts': '',
  'src/web/pages/home.tsx': '',
  'src/web/ui/button.tsx': '',
  'src/web/features/live/shared/streams/stream-store.ts': '',
  'src/web/features/live/chat/panel.tsx': "const menu = import('../../../ui/button.tsx')",
  'src/web/features/live/chat/panel.test.tsx': "import { Panel } from './panel.tsx'",
  'bench/feed.ts': "const server = new URL('./feed/server.ts', import.meta.url)",
  'bench/feed/server.ts': '',
  'bench/chat.ts': '',
  'e2e/live/chat.spec.ts': "import { say } from '../support/chatting.ts'",
  'e2e/support/chatting.ts': '',
  'e2e/every-page.spec.ts': '',
  'e2e/script-size.spec.ts': '',
  'e2e/live/firefox.spec.ts': '',
  'e2e/watch.spec.ts': '',
  'e2e/own-tabs.spec.ts': '',
  'e2e/posts.spec.ts': '',
  'e2e/live/live.spec.ts': '',
}

const affected = (...changed: string[]) => withPlanted(FILES, (root) => affectedBy(root, changed))

test('a change of a feature affects its tests and stories, but not those of other features that start the same app', async () => {
  expect(await affected('src/server/features/live/chat/send.ts')).toMatchObject({
    unit: ['src/server/features/live/chat/chat.test.ts'],
    browser: ['e2e/live/chat.spec.ts', 'e2e/live/live.spec.ts'],
    lint: ['src/server/features/live/chat/send.ts'],
  })
})

test('a change of a feature affects the features that import it', async () => {
  const { unit, browser } = await affected('src/server/features/community/posts/queries.ts')
  expect(unit).toEqual(['src/server/features/community/likes/likes.test.ts'])
  expect(browser).toEqual(['e2e/posts.spec.ts'])
})

test('a change of a feature affects the stories that name it as a subject', async () => {
  const { browser } = await affected('src/server/features/community/bookmarks/queries.ts')
  expect(browser).toEqual(['e2e/own-tabs.spec.ts', 'e2e/posts.spec.ts'])
})

test('a change of what features share affects the stories about it, and the few that run for the foundation', async () => {
  const { browser } = await affected('src/web/features/community/shared/comments/comment-row.tsx')
  expect(browser).toEqual(['e2e/live/live.spec.ts', 'e2e/posts.spec.ts', 'e2e/script-size.spec.ts'])
})

test('a change of a page or of what all pages share affects the story that opens every page', async () => {
  for (const path of ['src/web/pages/home.tsx', 'src/web/ui/button.tsx'])
    expect((await affected(path))['browser']).toContain('e2e/every-page.spec.ts')
})

test('a change affects the benchmarks that import it, or measure its feature', async () => {
  expect((await affected('bench/feed/server.ts'))['bench']).toEqual(['bench/feed.ts'])
  expect((await affected('src/server/features/live/chat/send.ts'))['bench']).toEqual(['bench/chat.ts'])
  expect((await affected('README.md'))['bench']).toEqual([])
})

test('a changed lint rule affects every file', async () => {
  expect(await affected('.oxlintrc.json')).toMatchObject({ lint: true, unit: [] })
  expect(await affected('scripts/checks/retired-names.mjs')).toMatchObject({ lint: true })
})

test('a file that is only imported as a type affects no test', async () => {
  expect((await affected('src/server/features/community/likes/queries.ts'))['unit']).toEqual([
    'src/server/features/community/likes/likes.test.ts',
  ])
})

test('a change of the foundation affects everything that imports it', async () => {
  expect((await affected('src/server/http/route.ts'))['unit']).toEqual([
    'src/server/features/community/likes/likes.test.ts',
    'src/server/features/live/chat/chat.test.ts',
  ])
  expect(await affected('src/web/features/live/shared/streams/stream-store.ts')).toMatchObject({
    browser: [
      'e2e/live/chat.spec.ts',
      'e2e/live/firefox.spec.ts',
      'e2e/live/live.spec.ts',
      'e2e/script-size.spec.ts',
    ],
  })
  expect(await affected('src/web/ui/button.tsx')).toMatchObject({
    unit: ['src/web/features/live/chat/panel.test.tsx'],
    browser: ['e2e/every-page.spec.ts', 'e2e/live/live.spec.ts', 'e2e/script-size.spec.ts'],
  })
})

test('a story with a small video is affected in the step that runs it', async () => {
  expect(await affected('src/web/features/videos/mini-player/stage.tsx')).toMatchObject({
    'short-media': ['e2e/watch.spec.ts'],
    browser: ['e2e/script-size.spec.ts'],
  })
})

test('a change of story support affects the stories that import it', async () => {
  expect((await affected('e2e/support/chatting.ts'))['browser']).toEqual(['e2e/live/chat.spec.ts'])
})

test('documentation affects no test, and tool configuration affects everything', async () => {
  expect(await affected('README.md')).toMatchObject({ unit: [], browser: [], lint: [] })
  expect(await affected('package-lock.json')).toEqual({})
})

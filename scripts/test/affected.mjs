import { findTestFiles } from './test-files.mjs'
import { importGraph, reachableFrom } from './import-graph.mjs'
import { CODE } from './steps.mjs'

/** Files that import every feature. Their imports are not followed: a test of a feature depends only on this feature. */
const HUB_FILES = new Set([
  'src/server/features.ts',
  'src/server/live-engine/testing/start-engine.ts',
  'src/shared/realtime.ts',
  'src/web/router.tsx',
])
/** Configuration that affects every check and test. */
const AFFECTS_EVERYTHING =
  /^(package(-lock)?\.json|.*\.config\.ts|tsconfig[^/]*\.json|scripts\/test\/(extend-wait-timeouts|machine-limits|remove-stubs|reset-page)\.ts)$/
/** The rules of the linter, which every file must follow. */
const LINT_RULES = /^(\.oxlintrc\.json|scripts\/checks\/(lint-rules|retired-names)\.mjs)$/
/** Tests that depend on changed files without importing them: [changed path, test path]. */
const TESTS_BY_PATH = [
  [
    /^(scripts\/[^/]+\.mjs|src\/server\/[^/]+\.ts|src\/server\/(db|startup)\/.*|db\/.*)$/,
    /^src\/server\/startup\/.*\.test\.ts$/,
  ],
  [/^src\/web\/.*$/, /^scripts\/(texts|messages|tokens|fonts).*\.test\.ts$/],
  [
    /^src\/media\/.*$/,
    /^src\/server\/(live-engine|features\/(live\/(live|whip-whep)|videos\/recordings))\/.*\.test\.ts$/,
  ],
  [/^src\/transcode\/.*$/, /^src\/server\/transcoding\/.*\.test\.ts$/],
  [/^src\/server\/features\/.*\/(routes|queries|schema)\.ts$/, /^src\/server\/(access|plans)\.test\.ts$/],
  [/^db\/.*$/, /^src\/server\/db\/.*\.test\.ts$/],
  // It opens every page, so it runs for what changes the look of one, or of all.
  [/^src\/web\/((pages|styles|theme|ui)\/.*|(member-)?frame\.tsx)$/, /^e2e\/every-page\.spec\.ts$/],
  // It measures the scripts of the site.
  [/^src\/(web|shared)\/.*$/, /^e2e\/script-size\.spec\.ts$/],
  // It checks that the named files, tables and variables exist.
  [/^src\/(server|media|transcode)\/.*$/, /^scripts\/privacy-sources\.test\.ts$/],
]

/**
 * Subjects of each story besides its file name: folders in src/*\/features, pages and files of the contract. `''` marks
 * the few stories that run when only the foundation changed.
 */
const STORY_SUBJECTS = {
  'account-menu': ['shell'],
  accounts: ['auth', ''],
  activity: ['notifications'],
  'admin-analytics': ['analytics', 'charts'],
  'admin-announcements': ['announcements', 'notifications'],
  'admin-contact': ['contact', 'mail'],
  'admin-dashboard': ['admin-contact', 'contact', 'live-status'],
  'admin-media': ['media', 'uploads', 'storage-allowance'],
  'admin-logs': ['audit', 'system-logs', 'admin-users'],
  'admin-settings': ['settings'],
  back: ['shell', 'posts'],
  'chat-busy': ['chat'],
  'chat-emoji': ['chat', 'creator-emoji', 'creator-profile'],
  'creator-pro': ['premium', 'checkout', 'payments'],
  'chat-newcomers': ['chat', 'follows'],
  'chat-tips': ['chat', 'tips', 'tip-goal', 'stream-form'],
  'creator-analytics': ['creator-dashboard', 'video-views', 'payout', 'payouts'],
  discover: ['search', 'user-lists', 'trending', 'movements'],
  earnings: ['earnings', 'journey', 'payout', 'payouts', 'payments', 'tips', 'ledger'],
  encoders: ['whip-whep', 'stream-keys', 'go-live'],
  firefox: ['live'],
  'legacy-viewer': ['live', 'stream-old'],
  live: ['auth', 'streams', 'chat', ''],
  'live-pages': ['live', 'streams', 'stream-form', 'stream-old'],
  'live-users': ['streams', 'live-now', 'user-lists', 'users', 'search'],
  mail: ['account-mail', 'auth', 'preferences', 'forgot-password', 'reset-password', 'verify-email'],
  notice: ['shell', 'settings'],
  'own-tabs': ['likes', 'reactions', 'bookmarks', 'follows'],
  pages: ['landing', 'prose', 'profile', 'users', 'home', ''],
  paypal: ['payments', 'checkout', 'tips', 'creator-pro'],
  people: ['follows', 'users', 'profile', 'profile-form', 'social-links'],
  phone: ['shell', 'home', 'schedule'],
  'phone-studio': ['stream', 'watch', 'live', 'go-live', 'chat', 'recap', 'shell'],
  'phone-stream': ['stream', 'watch', 'live', 'chat', 'tips', 'tip-goal', 'shell', 'safety'],
  'phone-watch': ['video', 'watch', 'player', 'videos', 'comments', 'shell', 'safety'],
  players: ['whip-whep'],
  posts: [
    'likes',
    'reactions',
    'comments',
    'bookmarks',
    'shares',
    'media',
    'uploads',
    'thumbnails',
    'home',
    'post',
  ],
  quality: ['live'],
  recording: ['recordings', 'recap', 'videos', 'creator-videos'],
  recovery: ['live'],
  schedule: ['stream-schedule'],
  'scheduled-videos': ['creator-videos', 'videos', 'creator-video-upload'],
  'stream-edit': ['streams', 'stream-form', 'stream-like', 'stream-likes', 'reactions', 'stream-delete'],
  tips: ['payments', 'checkout', 'stream', 'stream-old', 'profile', 'video'],
  turn: ['live'],
  'video-discovery': [
    'videos',
    'video-lists',
    'video-engagement',
    'video-likes',
    'reactions',
    'comments',
    'embed',
    'embeds',
    'search',
    'notifications',
  ],
  'videos-upload': ['creator-videos', 'videos', 'uploads', 'creator-video-upload'],
  'watched-words': ['settings', 'admin-settings', 'posts', 'comments', 'chat'],
  watch: ['videos', 'player', 'mini-player', 'video'],
}

/** What the benchmarks measure of the app or the site, which they start instead of importing it. */
const BENCH_SUBJECTS = {
  admin: [
    'admin-users',
    'system-logs',
    'audit',
    'admin-dashboard',
    'admin-contact',
    'admin-payments',
    'invitations',
    'settings',
    'live-status',
  ],
  chat: ['chat'],
  'chat-page': ['chat'],
  feed: ['posts', 'search', 'notifications'],
  'first-frame': ['player', 'videos', 'video'],
  jobs: ['notifications', 'streams'],
  live: ['live'],
  money: ['payments', 'tips', 'ledger'],
  start: [''],
  upload: ['uploads'],
  'video-queues': ['videos', 'media'],
  watch: ['videos'],
}

/**
 * What a change of these files can affect, by step: `true` (also for absent steps) for all of it, `false` for nothing,
 * else the files.
 *
 * @param {string} root
 * @param {string[]} changed
 * @returns {Record<string, boolean | string[]>}
 */
export function affectedBy(root, changed) {
  if (changed.some((path) => AFFECTS_EVERYTHING.test(path))) return {}
  const graph = importGraph(root)
  const tests = findTestFiles(root, '')
  const siteChanged = changed.some((path) => /^src\/(web|shared)\//.test(path))
  return {
    lint:
      changed.some((path) => LINT_RULES.test(path)) ||
      changed.filter((path) => graph.has(path) && CODE.some((part) => path.startsWith(part))),
    unit: tests.unit.filter((test) => isAffected(test, graph, changed)),
    bench: affectedBenchmarks(tests.bench, graph, changed),
    'short-media': affectedStories(tests['short-media'], graph, changed),
    browser: affectedStories(tests.browser, graph, changed),
    chromium: siteChanged,
    build: siteChanged,
  }
}

function isAffected(test, graph, changed) {
  if (isAffectedByPath(test, changed)) return true
  const reached = reachableFrom(graph, [test, ...siblingSources(test, graph)], HUB_FILES)
  return changed.some((path) => reached.has(path))
}

function isAffectedByPath(test, changed) {
  return TESTS_BY_PATH.some(([from, to]) => to.test(test) && changed.some((path) => from.test(path)))
}

/** Sources of the feature that a test belongs to: the test reaches them through the app, not by import. */
function siblingSources(test, graph) {
  const feature = /^src\/server\/features\/[^/]+\/[^/]+\//.exec(test)?.[0]
  if (!feature) return []
  return [...graph.keys()].filter((path) => path.startsWith(feature) && !/\.test\.tsx?$/.test(path))
}

function affectedStories(stories, graph, changed) {
  const subjects = new Set(changed.flatMap(subjectsOf))
  return stories.filter((story) => {
    if (isAffectedByPath(story, changed)) return true
    const name = /([^/]+)\.spec\.ts$/.exec(story)?.[1] ?? ''
    if ([name, ...(STORY_SUBJECTS[name] ?? [])].some((subject) => subjects.has(subject))) return true
    const reached = reachableFrom(graph, [story])
    return changed.some((path) => path.startsWith('e2e/') && reached.has(path))
  })
}

function affectedBenchmarks(benchmarks, graph, changed) {
  const subjects = new Set(changed.flatMap(subjectsOf))
  return benchmarks.filter((benchmark) => {
    const name = /([^/]+)\.ts$/.exec(benchmark)?.[1] ?? ''
    if (BENCH_SUBJECTS[name]?.some((subject) => subjects.has(subject))) return true
    const reached = reachableFrom(graph, [benchmark], HUB_FILES)
    return changed.some((path) => reached.has(path))
  })
}

/** The subjects of a file: its feature, page or contract, `''` for the foundation, none outside of src and db. */
function subjectsOf(path) {
  const shared = /^src\/web\/features\/([^/]+\/shared\/[^/]+)\//.exec(path)?.[1]
  if (shared === 'live/shared/streams') return ['streams', 'live', 'chat', 'go-live']
  // The foundation of several features; its folder is named after what it is about.
  if (shared !== undefined) return [shared.split('/')[2], '']
  const subject =
    /^src\/(?:server|web)\/features\/[^/]+\/([^/]+)\//.exec(path)?.[1] ??
    /^src\/web\/pages\/([^/.]+)/.exec(path)?.[1] ??
    /^src\/shared\/(?:[^/]+\/)?([^/.]+)\.ts$/.exec(path)?.[1]
  if (subject !== undefined) return [subject]
  if (path.startsWith('src/media/')) return ['live']
  if (path.startsWith('src/web/shell/')) return ['shell']
  return /^(src|db)\//.test(path) && !/\.test\.tsx?$/.test(path) ? [''] : []
}

import { findTestFiles } from './test-files.mjs'
import { importGraph, reachOf } from './import-graph.mjs'
import { CODE } from './steps.mjs'

/** Everything hangs on these files. A test that starts the app depends on its own feature, not on all of them. */
const JUNCTIONS = new Set([
  'src/server/features.ts',
  'src/server/live-engine/testing/start-engine.ts',
  'src/shared/realtime.ts',
  'src/web/router.tsx',
])
/** What decides how everything is built and tested. */
const WHOLE =
  /^(package(-lock)?\.json|.*\.config\.ts|tsconfig[^/]*\.json|scripts\/checks\/(patient|clean)-.*)$/
/** Tests that start processes, which no import shows. */
const BY_PATH = [
  [
    /^(scripts\/[^/]+\.mjs|src\/server\/[^/]+\.ts|src\/server\/db\/.*|db\/.*)$/,
    /^src\/server\/startup.*\.test\.ts$/,
  ],
  [/^src\/web\/.*$/, /^scripts\/(texts|messages|tokens|fonts).*\.test\.ts$/],
  [/^src\/media\/.*$/, /^src\/server\/(live-engine|features\/(live|recordings|whip-whep))\/.*\.test\.ts$/],
  [/^src\/server\/features\/.*\/(routes|queries|schema)\.ts$/, /^src\/server\/(access|plans)\.test\.ts$/],
  [/^db\/.*$/, /^src\/server\/db\/.*\.test\.ts$/],
]

/**
 * What each story shows beside the subject in its own name: folders in src/*\/features, pages and files of the contract.
 * Where only the foundation changed (`''`), a few stories stand for all.
 */
const STORY_SUBJECTS = {
  'account-menu': ['shell'],
  accounts: ['auth', ''],
  activity: ['notifications'],
  back: ['shell', 'posts'],
  'chat-busy': ['chat'],
  discover: ['search', 'people', 'trending', 'movements'],
  'encoder-studio': ['whip-whep', 'stream-keys', 'go-live'],
  encoders: ['whip-whep', 'stream-keys'],
  'legacy-viewer': ['live', 'stream-old'],
  live: ['auth', 'streams', 'chat', ''],
  'live-pages': ['live', 'streams'],
  pages: ['landing', 'prose', 'profile', 'users', 'home', ''],
  people: ['follows', 'users', 'profile', 'profile-form', 'social-links'],
  players: ['whip-whep', 'watch'],
  posts: ['likes', 'comments', 'bookmarks', 'shares', 'media', 'uploads', 'thumbnails', 'home', 'post'],
  quality: ['live'],
  recording: ['recordings', 'videos'],
  recovery: ['live'],
  'stream-edit': ['streams', 'stream-form'],
  turn: ['live'],
}

/**
 * What a change of these files can affect, by step: `true` for all of it (also steps that are not named), `false` for
 * nothing, else the files.
 *
 * @param {string} root
 * @param {string[]} changed
 * @returns {Record<string, boolean | string[]>}
 */
export function affectedBy(root, changed) {
  if (changed.some((path) => WHOLE.test(path))) return {}
  const graph = importGraph(root)
  const isOfSite = changed.some((path) => /^src\/(web|shared)\//.test(path))
  return {
    lint: changed.filter((path) => graph.has(path) && CODE.some((part) => path.startsWith(part))),
    unit: findTestFiles(root, '').unit.filter((test) => isAffected(test, graph, changed)),
    browser: storiesFor(root, graph, changed),
    size: isOfSite,
    chromium: isOfSite,
    build: isOfSite,
  }
}

function isAffected(test, graph, changed) {
  if (BY_PATH.some(([from, to]) => to.test(test) && changed.some((path) => from.test(path)))) return true
  const reached = reachOf(graph, [test, ...sourcesBeside(test, graph)], JUNCTIONS)
  return changed.some((path) => reached.has(path))
}

/** A test of a feature goes through the app, which no import of the test shows. */
function sourcesBeside(test, graph) {
  const feature = /^src\/server\/features\/[^/]+\//.exec(test)?.[0]
  if (!feature) return []
  return [...graph.keys()].filter((path) => path.startsWith(feature) && !/\.test\.tsx?$/.test(path))
}

function storiesFor(root, graph, changed) {
  const subjects = new Set(changed.flatMap(subjectsOf))
  return findTestFiles(root, '').browser.filter((story) => {
    const name = /([^/]+)\.spec\.ts$/.exec(story)?.[1] ?? ''
    if ([name, ...(STORY_SUBJECTS[name] ?? [])].some((subject) => subjects.has(subject))) return true
    const reached = reachOf(graph, [story])
    return changed.some((path) => path.startsWith('e2e/') && reached.has(path))
  })
}

/** The subject that a file of the product is about; `''` for the foundation. */
function subjectsOf(path) {
  const subject =
    /^src\/(?:server|web)\/features\/([^/]+)\//.exec(path)?.[1] ??
    /^src\/web\/pages\/([^/.]+)/.exec(path)?.[1] ??
    /^src\/shared\/([^/.]+)\.ts$/.exec(path)?.[1]
  if (subject !== undefined) return [subject]
  if (path.startsWith('src/media/')) return ['live']
  if (path.startsWith('src/web/streams/')) return ['streams', 'live', 'chat', 'go-live']
  return /^(src|db)\//.test(path) && !/\.test\.tsx?$/.test(path) ? [''] : []
}

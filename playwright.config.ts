import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/test/chromium.mjs'
import { STORY_WORKERS, scaled, WAIT_LIMIT_MS } from './scripts/test/machine-limits.ts'
import { hasMemoryFolder } from './scripts/test/memory-folder.ts'
import { SHORT_MEDIA } from './scripts/test/short-media.mjs'

const executablePath = findChromium()
if (!executablePath) throw new Error('No Chromium found: `npm test -- chromium` says what to do.')

/**
 * What the browser's own window does not need. The popups of its address bar are pages, which otherwise load in each new
 * window: as much computing as a page of the site.
 */
const UNUSED_FEATURES = ['WebUIOmniboxPopup', 'WebUIOmniboxFullPopup', 'WebUIOmniboxAimPopup']
/** What Playwright switches off: the browser obeys only the last list. */
const FEATURES_OFF_IN_PLAYWRIGHT = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'TcpPortRandomizationWin',
  'ThirdPartyStoragePartitioning',
]

/** No background requests of the browser, and no GPU: emulating one is slower than software rendering. */
const args = [
  '--disable-gpu',
  `--disable-features=${[...FEATURES_OFF_IN_PLAYWRIGHT, ...UNUSED_FEATURES].join(',')}`,
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
]
/** Fake camera and microphone, without a permission prompt. */
const fakeDevices = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']

/**
 * Stories with camera, microphone or video. Video is encoded and decoded in software, so only one story of each list runs
 * at a time. All other stories have no camera.
 */
const MEDIA = specs(
  'desktop-stream',
  'encoders',
  'firefox',
  'go-live',
  'live',
  'live-cards',
  'quality',
  'readme-pictures',
  'recording',
  'video-discovery',
)
const SHORT_MEDIA_SPECS = specs(...SHORT_MEDIA)

const launchOptions = {
  executablePath,
  args,
  // Memory that processes share lies in memory, and not in files on the disk.
  ...(hasMemoryFolder() && { ignoreDefaultArgs: ['--disable-dev-shm-usage'] }),
  // The sandbox does not work for root and in most containers, and only pages of this app are opened.
  chromiumSandbox: false,
}

const mediaProject = {
  workers: 1,
  use: {
    permissions: ['camera', 'microphone'],
    launchOptions: { ...launchOptions, args: [...args, ...fakeDevices] },
  },
}

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/support/test-postgres.ts',
  // The stories of the first project begin first: the pages fill the workers that it leaves free.
  projects: [
    { name: 'media', testMatch: MEDIA, ...mediaProject },
    { name: 'short-media', testMatch: SHORT_MEDIA_SPECS, ...mediaProject },
    { name: 'pages', testIgnore: [...MEDIA, ...SHORT_MEDIA_SPECS], fullyParallel: true },
  ],
  outputDir: 'test-results/browser',
  workers: STORY_WORKERS,
  retries: 0,
  forbidOnly: true,
  // Generous, so that stories pass on a busy machine.
  timeout: scaled(180_000),
  expect: { timeout: WAIT_LIMIT_MS },
  reporter: [['list'], ['json', { outputFile: 'test-results/browser.json' }]],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'UTC',
    screenshot: 'only-on-failure',
    // Recording a trace slows each story down, also those that pass; `TRACE=1` keeps the traces of failures.
    trace: process.env['TRACE'] ? 'retain-on-failure' : 'off',
    // Rendering and awaiting animations in software takes a third of the time of a story. Stories about motion enable
    // it.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions,
  },
})

function specs(...names: string[]): string[] {
  return names.map((name) => `**/${name}.spec.ts`)
}

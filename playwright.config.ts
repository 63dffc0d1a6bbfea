import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/test/chromium.mjs'

const executablePath = findChromium()
if (!executablePath) throw new Error('No Chromium found: `npm test -- chromium` says what to do.')

/** Nothing that calls home, and no graphics card: emulating one costs more than drawing without. */
const args = [
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
]
/** A camera and a microphone that no machine needs to have. */
const fakeDevices = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']

/**
 * Stories with a camera, a microphone or moving pictures, and those that measure the page. Video is encoded and decoded
 * in software here, so only few of them run at a time. All others get no camera.
 */
const MEDIA = [
  'chat-busy',
  'encoder-studio',
  'encoders',
  'firefox',
  'go-live',
  'legacy-viewer',
  'live',
  'live-pages',
  'live-status',
  'players',
  'quality',
  'recording',
  'recovery',
  'turn',
].map((name) => `**/${name}.spec.ts`)

// Root and most containers have no sandbox to give, and only our own pages are opened.
const launchOptions = { executablePath, args, chromiumSandbox: false }

export default defineConfig({
  testDir: 'e2e',
  projects: [
    {
      name: 'media',
      testMatch: MEDIA,
      workers: 1,
      use: {
        permissions: ['camera', 'microphone'],
        launchOptions: { ...launchOptions, args: [...args, ...fakeDevices] },
      },
    },
    { name: 'pages', testIgnore: MEDIA },
    { name: 'size', testMatch: 'size.check.ts' },
  ],
  outputDir: 'test-results/browser',
  // Stories wait more than they compute.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  // Far beyond what a story takes, so that a busy machine fails none.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/browser.json' }]],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'UTC',
    screenshot: 'only-on-failure',
    // Recording a trace costs each story, also those that pass: `TRACE=1` records those of failures.
    trace: process.env['TRACE'] ? 'retain-on-failure' : 'off',
    // Drawing animations in software, and waiting for their ends, takes a third of a story's time. Stories about motion
    // turn it on.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions,
  },
})

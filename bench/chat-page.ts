import { chromium, type Page } from '@playwright/test'
import { interceptSocket, MESSAGES_PER_SECOND, openBusyChat, sendMessages } from '../e2e/support/busy-chat.ts'
import { createStream, signUp } from '../e2e/support/users.ts'
import config from '../playwright.config.ts'
import { startBuiltApp } from './process/app.ts'
import { chooseSizes } from './process/arguments.ts'
import { median } from './process/median.ts'
import { type Row, report } from './process/report.ts'

/**
 * Measures what a busy chat costs the main thread of a viewer's page, compared with a bare page that appends the same
 * texts to a list at the same rate.
 */
const { MESSAGES, ROUNDS } = chooseSizes({
  full: { MESSAGES: 500, ROUNDS: 5 },
  short: { MESSAGES: 25, ROUNDS: 1 },
})
/** Largest share of the main thread that messages may use; the rest is for input. */
const MAX_BUSY_SHARE = 0.5

const app = await startBuiltApp()
const browser = await chromium.launch(config.use?.launchOptions)
try {
  const context = await browser.newContext({ ...config.use?.contextOptions, baseURL: app.url })
  await signUp(context)
  const stream = await createStream(context)
  const chats: number[] = []
  const lists: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    lists.push(
      await cpuSecondsOf(await context.newPage(), async (page) => {
        await page.goto('about:blank')
        return () => page.evaluate(appendTexts, { count: MESSAGES, perSecond: MESSAGES_PER_SECOND })
      }),
    )
    chats.push(
      await cpuSecondsOf(await context.newPage(), async (page) => {
        const { opened } = await interceptSocket(page)
        await openBusyChat(page, stream)
        const socket = await opened
        return () => sendMessages(socket, stream, MESSAGES, round * MESSAGES)
      }),
    )
  }
  report(rowsOf(median(lists), median(chats)))
} finally {
  await browser.close()
  await app.remove()
}

/** Returns the CPU seconds of a page's main thread during the work that `prepare` returns, and closes the page. */
async function cpuSecondsOf(
  page: Page,
  prepare: (page: Page) => Promise<() => Promise<void>>,
): Promise<number> {
  const work = await prepare(page)
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const read = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN
  }
  const before = await read()
  await work()
  const seconds = (await read()) - before
  await page.close()
  return seconds
}

/** Runs in the page: appends texts to a list that stays at its end. */
function appendTexts({ count, perSecond }: { count: number; perSecond: number }): Promise<void> {
  const list = document.body.appendChild(document.createElement('ol'))
  return new Promise((resolve) => {
    let number = 0
    const timer = setInterval(() => {
      number += 1
      const item = list.appendChild(document.createElement('li'))
      item.textContent = `Guest ${number % 40}: message ${number}, ${'with some more words '.repeat(number % 5)}`
      item.scrollIntoView()
      if (number < count) return
      clearInterval(timer)
      resolve()
    }, 1000 / perSecond)
  })
}

function rowsOf(list: number, chat: number): Row[] {
  const perMessage = (seconds: number) => (seconds * 1000) / MESSAGES
  return [
    { name: 'a text appended to a bare list', value: perMessage(list), unit: 'ms of CPU' },
    { name: 'a chat message', value: perMessage(chat), unit: 'ms of CPU' },
    { name: 'chat message / bare list', value: chat / list },
    {
      name: `busy share of the main thread at ${MESSAGES_PER_SECOND}/s`,
      value: (chat * MESSAGES_PER_SECOND) / MESSAGES,
      max: MAX_BUSY_SHARE,
    },
  ]
}

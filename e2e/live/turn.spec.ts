import type { Page } from '@playwright/test'
import { createStream, expect, test as base } from '../support/fixtures.ts'
import { type TurnServer, hasTurnServer, startTurnServer } from '../support/turn-server.ts'
import { expectVideo, goLive, recordPeers } from '../support/watching.ts'

const test = base.extend<{ turn: TurnServer }>({
  // Of the test, not of the worker: other worker fixtures need another worker, with another browser.
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures it needs: none.
  turn: async ({}, use) => {
    const server = await startTurnServer()
    await use(server)
    await server.close()
  },
  appEnv: async ({ turn }, use) => use({ TURN_URL: turn.url, TURN_SECRET: turn.secret }),
})

test.skip(!hasTurnServer(), 'coturn is not installed here: `apt-get install coturn`')

/** Restricts ICE to relay candidates, as in a network that blocks all other UDP. */
async function forceRelay(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.RTCPeerConnection = class extends RTCPeerConnection {
      constructor(configuration?: RTCConfiguration) {
        super({ ...configuration, iceTransportPolicy: 'relay' })
      }
    }
  })
  await recordPeers(page)
}

/** Types of the local candidates in the page's nominated candidate pairs. */
const nominatedCandidateTypes = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const types: string[] = []
    for (const peer of window.peers) {
      const reports = [...(await peer.getStats()).values()]
      for (const pair of reports.filter(({ type, nominated }) => type === 'candidate-pair' && nominated))
        types.push(reports.find(({ id }) => id === pair.localCandidateId)?.candidateType)
    }
    return types
  })

test('broadcaster and viewer in networks that block UDP connect over coturn', async ({
  member,
  secondMember,
  turn,
}) => {
  const { id } = await createStream(member.page)
  for (const { page } of [member, secondMember]) await forceRelay(page)
  await goLive(member.page, id)
  await secondMember.page.goto(`/stream/${id}`)
  await expectVideo(secondMember.page, 30)
  expect(await nominatedCandidateTypes(member.page)).toEqual(['relay'])
  expect(await nominatedCandidateTypes(secondMember.page)).toEqual(['relay'])
  expect(turn.log()).toMatch(/username=<\d+:[\da-f]{12}>/)
})

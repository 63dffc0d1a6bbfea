import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Movement } from '#shared/discovery/movements.ts'
import { stubCalls, DataTestProvider, errorResponse } from '#web/api/test-network.tsx'
import { CulturalMovements } from './cultural-movements.tsx'

const PATH = 'GET /api/movements'
const MOVEMENTS: Movement[] = [
  { name: 'Afrobeats & Soul', creatorsCount: 2340 },
  { name: 'Gaming Culture', creatorsCount: 0 },
  { name: 'Culinary Arts', creatorsCount: 1 },
  { name: 'Knowledge & Growth', creatorsCount: 964 },
]
const show = () =>
  render(
    <DataTestProvider>
      <CulturalMovements />
    </DataTestProvider>,
  )

test('each movement is a tile with its number of creators, linking to its discover page', async () => {
  stubCalls({ [PATH]: () => Response.json(MOVEMENTS) })
  show()
  const links = await screen.findAllByRole('link')
  expect(links.map((link) => link.textContent)).toEqual([
    'Afrobeats & Soul2,340 creators',
    'Gaming Culture0 creators',
    'Culinary Arts1 creator',
    'Knowledge & Growth964 creators',
  ])
  expect(links[0]?.getAttribute('href')).toBe('/discover?category=Afrobeats+%26+Soul')
})

test('three skeletons are shown while loading', () => {
  stubCalls({ [PATH]: () => new Promise<Response>(() => {}) })
  show()
  expect(screen.getByRole('status').querySelectorAll(':scope > [aria-hidden]')).toHaveLength(3)
})

test('a failure shows its message and can be retried', async () => {
  let isFailing = true
  stubCalls({ [PATH]: () => (isFailing ? errorResponse(500, {}) : Response.json(MOVEMENTS)) })
  show()
  expect((await screen.findByRole('alert')).textContent).toContain('The movements could not be loaded')
  isFailing = false
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findAllByRole('link')).toHaveLength(4)
})

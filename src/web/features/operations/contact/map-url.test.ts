import { expect, test } from 'vitest'
import { mapEmbedUrl, mapPageUrl } from './map-url.ts'

const location = { latitude: -12.97, longitude: -38.5, zoom: 12 }

test('without a location the map shows the world without a marker', () => {
  const { origin, pathname, searchParams } = new URL(mapEmbedUrl(null))
  expect(origin + pathname).toBe('https://www.openstreetmap.org/export/embed.html')
  expect(searchParams.get('bbox')).toBe('-175,-58,175,76')
  expect(searchParams.has('marker')).toBe(false)
  expect(mapPageUrl(null)).toBe('https://www.openstreetmap.org/')
})

test('a location is marked in the centre of the map', () => {
  const { searchParams } = new URL(mapEmbedUrl(location))
  const [west = 0, south = 0, east = 0, north = 0] = (searchParams.get('bbox') ?? '').split(',').map(Number)
  expect((west + east) / 2).toBeCloseTo(-38.5)
  expect((south + north) / 2).toBeCloseTo(-12.97)
  expect(east - west).toBeLessThan(1)
  expect(searchParams.get('marker')).toBe('-12.97,-38.5')
  expect(mapPageUrl(location)).toBe(
    'https://www.openstreetmap.org/?mlat=-12.97&mlon=-38.5#map=12/-12.97/-38.5',
  )
})

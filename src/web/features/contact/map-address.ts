import type { MapLocation } from '#shared/contact.ts'

/** The one site whose frame the content security policy lets in. */
const MAP_SITE = 'https://www.openstreetmap.org'
const WORLD = { south: -58, west: -175, north: 76, east: 175 }
/** Degrees around the world, over the widths of a frame that a tile of 256 pixels fills. */
const DEGREES_AT_ZOOM_0 = 360 * 1.75

/** The map as a frame: around a place with its mark, or the world. */
export function mapFrame(location: MapLocation | null): string {
  const { south, west, north, east } = location ? around(location) : WORLD
  const query = new URLSearchParams({
    bbox: [west, south, east, north].map(round).join(','),
    layer: 'mapnik',
  })
  if (location) query.set('marker', `${location.latitude},${location.longitude}`)
  return `${MAP_SITE}/export/embed.html?${query}`
}

// To about ten metres.
const round = (degrees: number) => Math.round(degrees * 10_000) / 10_000

/** The same as a page of its own. */
export function mapPage(location: MapLocation | null): string {
  if (!location) return `${MAP_SITE}/`
  const { latitude, longitude, zoom } = location
  return `${MAP_SITE}/?mlat=${latitude}&mlon=${longitude}#map=${zoom}/${latitude}/${longitude}`
}

/** What a frame of three by two shows; parallels lie closer on the map the farther they are from the equator. */
function around({ latitude, longitude, zoom }: MapLocation) {
  const width = DEGREES_AT_ZOOM_0 / 2 ** zoom
  const height = (width * 2 * Math.cos((latitude * Math.PI) / 180)) / 3
  return {
    south: Math.max(-85, latitude - height / 2),
    west: longitude - width / 2,
    north: Math.min(85, latitude + height / 2),
    east: longitude + width / 2,
  }
}

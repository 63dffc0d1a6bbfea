import type { MapLocation } from '#shared/settings/contact-settings.ts'

/** The only origin that the content security policy allows in frames. */
const MAP_ORIGIN = 'https://www.openstreetmap.org'
const WORLD = { south: -58, west: -175, north: 76, east: 175 }
/** Degrees of longitude across the frame at zoom 0, where a 256 px tile is 360° and the frame is 1.75 tiles wide. */
const DEGREES_AT_ZOOM_0 = 360 * 1.75

/** Returns the URL of the map to embed in a frame: around a marked location, or of the world. */
export function mapEmbedUrl(location: MapLocation | null): string {
  const { south, west, north, east } = location ? boundsAround(location) : WORLD
  const query = new URLSearchParams({
    bbox: [west, south, east, north].map(round).join(','),
    layer: 'mapnik',
  })
  if (location) query.set('marker', `${location.latitude},${location.longitude}`)
  return `${MAP_ORIGIN}/export/embed.html?${query}`
}

// Rounds to about 10 m.
const round = (degrees: number) => Math.round(degrees * 10_000) / 10_000

/** Returns the URL of the map as a page of its own. */
export function mapPageUrl(location: MapLocation | null): string {
  if (!location) return `${MAP_ORIGIN}/`
  const { latitude, longitude, zoom } = location
  return `${MAP_ORIGIN}/?mlat=${latitude}&mlon=${longitude}#map=${zoom}/${latitude}/${longitude}`
}

/** Bounding box of a 3:2 frame. The Mercator projection stretches latitudes by 1/cos(latitude). */
function boundsAround({ latitude, longitude, zoom }: MapLocation) {
  const width = DEGREES_AT_ZOOM_0 / 2 ** zoom
  const height = (width * 2 * Math.cos((latitude * Math.PI) / 180)) / 3
  return {
    south: Math.max(-85, latitude - height / 2),
    west: longitude - width / 2,
    north: Math.min(85, latitude + height / 2),
    east: longitude + width / 2,
  }
}

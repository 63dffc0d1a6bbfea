/** Cities of the diaspora that an announced time is shown for, beside the viewer's own. */
const CITIES = [
  { city: 'lagos', zone: 'Africa/Lagos' },
  { city: 'salvador', zone: 'America/Bahia' },
  { city: 'kingston', zone: 'America/Jamaica' },
  { city: 'paris', zone: 'Europe/Paris' },
] as const

export type City = (typeof CITIES)[number]

/** The cities but for the one that the viewer's own time is already that of. */
export function citiesBeside(own: string): City[] {
  return CITIES.filter(({ zone }) => zone !== own)
}

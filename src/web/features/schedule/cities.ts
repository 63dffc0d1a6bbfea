/** Cities of the diaspora that an announced time is shown for, also where one of them is the reader's own. */
export const CITIES = [
  { city: 'lagos', zone: 'Africa/Lagos' },
  { city: 'salvador', zone: 'America/Bahia' },
  { city: 'kingston', zone: 'America/Jamaica' },
  { city: 'paris', zone: 'Europe/Paris' },
] as const

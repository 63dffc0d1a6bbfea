/** Cities of the diaspora whose local time is shown for an announced stream. */
export const CITIES = [
  { city: 'lagos', zone: 'Africa/Lagos' },
  { city: 'salvador', zone: 'America/Bahia' },
  { city: 'kingston', zone: 'America/Jamaica' },
  { city: 'paris', zone: 'Europe/Paris' },
] as const

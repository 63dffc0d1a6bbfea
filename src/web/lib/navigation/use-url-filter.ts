import { useSearch } from 'wouter'
import { navigation } from '#web/lib/navigation/navigation.ts'

type Values<Name extends string> = Record<Name, string>

/** Returns parameters of the URL, '' where one is absent, and a setter that replaces the URL. */
export function useUrlFilter<Name extends string>(
  names: readonly Name[],
): [Values<Name>, (change: Partial<Values<Name>>) => void] {
  const params = new URLSearchParams(useSearch())
  // Boundary: every name is a key of the entries.
  const values = Object.fromEntries(names.map((name) => [name, params.get(name) ?? ''])) as Values<Name>
  const setValues = (change: Partial<Values<Name>>) => {
    for (const name of names) {
      const value = change[name] ?? values[name]
      if (value === '') params.delete(name)
      else params.set(name, value)
    }
    const query = params.toString()
    navigation.navigate(location.pathname + (query && `?${query}`), { replace: true })
  }
  return [values, setValues]
}

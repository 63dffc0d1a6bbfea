import { useSearch } from 'wouter'
import { SETTING_CATEGORIES, type SettingCategory } from '#shared/settings/setting.ts'
import { navigation } from '#web/lib/navigation/navigation.ts'

/** Returns the category in the URL (`?category=`), null for all, and a setter that replaces the URL. */
export function useCategoryFilter(): [SettingCategory | null, (category: SettingCategory | null) => void] {
  const requested = new URLSearchParams(useSearch()).get('category')
  const category = SETTING_CATEGORIES.find((each) => each === requested) ?? null
  const setCategory = (next: SettingCategory | null) =>
    navigation.navigate(location.pathname + (next ? `?category=${next}` : ''), { replace: true })
  return [category, setCategory]
}

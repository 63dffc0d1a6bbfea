import { SETTING_CATEGORIES, type SettingCategory } from '#shared/settings/setting.ts'
import { useUrlFilter } from '#web/lib/navigation/use-url-filter.ts'

/** Returns the category in the URL (`?category=`), null for all, and a setter that replaces the URL. */
export function useCategoryFilter(): [SettingCategory | null, (category: SettingCategory | null) => void] {
  const [values, setValues] = useUrlFilter(['category'])
  const category = SETTING_CATEGORIES.find((each) => each === values.category) ?? null
  return [category, (next) => setValues({ category: next ?? '' })]
}

import { useEffect, useId, useRef } from 'react'
import type { SiteSetting } from '#shared/operations/admin-settings.ts'
import { SETTING_CATEGORIES, type SettingCategory } from '#shared/settings/setting.ts'
import { Card } from '#web/ui/card.tsx'
import { SettingRow } from './setting-row.tsx'
import { useCategoryName } from './use-setting-names.ts'

/** Settings in a card for each category. */
export function SettingList({ settings }: { settings: readonly SiteSetting[] }) {
  const list = useFocusOnRemoval(settings.length)
  return (
    <div ref={list} tabIndex={-1} className="grid grid-cols-[minmax(0,1fr)] gap-5 outline-none">
      {SETTING_CATEGORIES.map((category) => {
        const inCategory = settings.filter((setting) => setting.category === category)
        return inCategory.length > 0 && <Group key={category} category={category} settings={inCategory} />
      })}
    </div>
  )
}

/** Deleting a setting removes the focused button: the list gets the focus then. */
function useFocusOnRemoval(count: number) {
  const list = useRef<HTMLDivElement>(null)
  const lastCount = useRef(count)
  useEffect(() => {
    const isFewer = count < lastCount.current
    lastCount.current = count
    if (isFewer && document.activeElement === document.body) list.current?.focus({ preventScroll: true })
  }, [count])
  return list
}

type GroupProps = { category: SettingCategory; settings: readonly SiteSetting[] }

function Group({ category, settings }: GroupProps) {
  const categoryName = useCategoryName()
  const id = useId()
  return (
    <Card className="overflow-clip">
      <section aria-labelledby={id}>
        <h2 id={id} className="px-4 pt-4 pb-3">
          {categoryName(category)}
        </h2>
        <ul>
          {settings.map((setting) => (
            <SettingRow key={setting.key} setting={setting} />
          ))}
        </ul>
      </section>
    </Card>
  )
}

import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { useSearch } from 'wouter'
import { navigation } from '#web/lib/navigation/navigation.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Input } from '#web/ui/forms/input.tsx'
import { PaymentList } from './payment-list.tsx'

/** The list of all payments, or the one with the id in the URL (`?q=`). */
export function PaymentSearch() {
  const t = useTranslations('adminPayments')
  const q = new URLSearchParams(useSearch()).get('q')?.trim() ?? ''
  const [text, setText] = useState(q)
  const show = (id: string) => {
    setText(id)
    navigation.navigate(location.pathname + (id && `?${new URLSearchParams({ q: id })}`), { replace: true })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    show(text.trim())
  }
  return (
    <div className="grid gap-5">
      <search>
        <form onSubmit={submit} className="grid gap-3 sm:grid-cols-[1fr_auto]">
          <Field label={t('search')} hint={t('searchHint')}>
            <Input
              type="search"
              dir="ltr"
              autoComplete="off"
              spellCheck={false}
              value={text}
              onChange={({ currentTarget }) => setText(currentTarget.value)}
            />
          </Field>
          <div className="flex items-start gap-2 sm:pt-[27px]">
            <Button type="submit" className="max-sm:flex-1">
              {t('find')}
            </Button>
            {q !== '' && (
              <Button variant="ghost" onClick={() => show('')}>
                {t('clear')}
              </Button>
            )}
          </div>
        </form>
      </search>
      <PaymentList view="all" q={q} />
    </div>
  )
}

import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { CurrentUser } from '#shared/accounts/users.ts'
import { apiText } from '#web/api/api-error.ts'
import { useLeaveGuard } from '#web/ui/overlays/leave-guard.tsx'
import { Button } from '#web/ui/button.tsx'
import { FormSection } from '#web/ui/forms/form-section.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { AvatarField } from './avatar-field.tsx'
import { BasicFields } from './basic-fields.tsx'
import { BiosField } from './bios-field.tsx'
import { HeritageFields } from './heritage-fields.tsx'
import { ListField } from './list-field.tsx'
import { useProfileForm } from './use-profile-form.ts'

type ProfileFormProps = {
  user: CurrentUser
  /** The creator's variant, with custom entries and bios in several languages. */
  isCreator?: boolean
}

/** The form to edit the profile. Errors are shown at their fields; a failure does not clear the input. */
export function ProfileForm({ user, isCreator = false }: ProfileFormProps) {
  const t = useTranslations('profileForm')
  const toasts = useSaveToasts(isCreator)
  const { form, isDirty, isPending, submit } = useProfileForm(user, isCreator, toasts)
  const { dialog } = useLeaveGuard(isDirty, {
    title: t('leaveTitle'),
    description: t('leaveText'),
    confirm: t('leave'),
  })
  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      // The scroll margin keeps a focused field above the bars at the bottom of a phone.
      className="grid grid-cols-[minmax(0,1fr)] max-md:[&_:is(input,select,textarea,button)]:scroll-mb-40"
    >
      <FormSection title={t('basic')}>
        <AvatarField user={user} />
        <BasicFields form={form} />
      </FormSection>
      {isCreator && (
        <FormSection title={t('bios')} text={t('biosText')}>
          <BiosField form={form} />
        </FormSection>
      )}
      <FormSection title={t('heritage')}>
        <HeritageFields form={form} />
      </FormSection>
      <FormSection title={t('languages')}>
        <ListField form={form} name="languages" allowsCustom={isCreator} />
      </FormSection>
      <FormSection title={t('interests')} text={t('interestsText')}>
        <ListField form={form} name="collaborationTags" allowsCustom={isCreator} />
      </FormSection>
      <SaveBar>
        <Button
          type="submit"
          variant="action"
          size="lg"
          pending={isPending}
          pendingText={t('saving')}
          className="max-md:w-full"
        >
          {t('save')}
        </Button>
      </SaveBar>
      {dialog}
    </form>
  )
}

/** Sticky above the bottom navigation on phones. */
function SaveBar({ children }: { children: ReactNode }) {
  return (
    <div className="sticky bottom-[calc(70px+env(safe-area-inset-bottom))] z-[5] -mx-(--gutter) border-t border-line bg-bg px-(--gutter) py-3 md:static md:mx-0 md:flex md:justify-end md:px-0 md:py-6">
      {children}
    </div>
  )
}

/** The toasts of the two variants. */
function useSaveToasts(isCreator: boolean) {
  const t = useTranslations('profileForm')
  if (isCreator)
    return {
      onSaved: () => toast({ title: t('creatorSaved') }),
      onFailed: () =>
        toast({ variant: 'destructive', title: t('creatorFailed'), description: t('creatorFailedText') }),
    }
  return {
    onSaved: () => toast({ title: t('saved'), description: t('savedText') }),
    onFailed: (error: unknown) =>
      toast({ variant: 'destructive', title: t('failed'), description: apiText(error) ?? t('failedText') }),
  }
}

import { Icon, type IconProps } from './icon.tsx'

export function CheckCheck(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M18 6 7 17l-5-5" />
      <path d="m22 10-7.5 7.5L13 16" />
    </Icon>
  )
}

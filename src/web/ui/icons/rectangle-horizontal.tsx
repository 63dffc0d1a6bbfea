import { Icon, type IconProps } from './icon.tsx'

export function RectangleHorizontal(props: IconProps) {
  return (
    <Icon {...props}>
      <rect width="20" height="12" x="2" y="6" rx="2" />
    </Icon>
  )
}

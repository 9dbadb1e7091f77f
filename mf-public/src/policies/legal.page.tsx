import { POLICY_TYPES } from '@awards/shared/rules'
import { paths } from '@awards/shared/paths'
import { PolicyPage } from './policy-page.tsx'

export const Component = () => <PolicyPage type={POLICY_TYPES.legal} path={paths.legal} />

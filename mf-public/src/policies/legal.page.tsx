import { POLICY_TYPES } from '@awards/shared/domain'
import { PolicyPage } from './policy-page.tsx'

export const Component = () => <PolicyPage type={POLICY_TYPES.legal} />

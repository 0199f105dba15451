import { contractInSpace, separateSpaces } from './store-in-space.test-support.ts'

contractInSpace('memory', '', 'in the common space beside others')
contractInSpace('local', 'a', 'in a space')
separateSpaces(['gcs'])

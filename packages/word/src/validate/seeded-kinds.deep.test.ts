import { isUsuallySplit, seededKinds } from './seeded-kinds.test-support.ts'

seededKinds((index) => !isUsuallySplit(index))

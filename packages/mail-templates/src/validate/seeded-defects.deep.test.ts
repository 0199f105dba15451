import { seededDefects } from './seeded-defects.test-support.ts'

seededDefects(6)

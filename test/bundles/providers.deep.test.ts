import { providersOf } from './providers.ts'

providersOf('functions')

import { providersOf } from './providers.ts'

providersOf(['server', 'functions'], true)

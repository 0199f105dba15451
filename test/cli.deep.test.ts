import { isUsual, npmStart } from './npm-start.ts'

npmStart((how) => !isUsual(how))

import { isUsual, longTexts } from './long-texts.test-support.ts'

longTexts(isUsual)

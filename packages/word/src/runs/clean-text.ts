export { cleanText } from '@chancery/formats/xml'

export { escapeXml } from '@chancery/formats/xml'

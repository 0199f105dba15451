export { attribute, decodeXml, entity, entityText, scanXml, type XmlFault } from '@chancery/formats/xml'
